// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";

/// @notice A call as the passkey signs it, without the calldata.
///
/// @param toAddress          Address to call.
/// @param value              Wei sent with the call.
/// @param expiration         Unix time in seconds. The call can be executed while `block.timestamp < expiration`.
/// @param fee                Amount of the fee in the fee coin's smallest unit.
/// @param feeCoinAddress     The ERC-20 in which the fee is paid; the zero address means no fee.
/// @param feeWithdrawAddress Receiver of the fee.
struct ExecuteCall {
    address toAddress;
    uint256 value;
    uint256 expiration;
    uint256 fee;
    address feeCoinAddress;
    address feeWithdrawAddress;
}

/// @title PackedExecute
///
/// @notice Reads the packed form of a signed call. It has the same values as `execute` in fewer bytes of calldata.
///
/// @dev Layout after the selector, with all numbers big endian. `src/protocol/signing/pack-execute.ts` writes it.
///
///      | bytes | what                                                                    |
///      |-------|-------------------------------------------------------------------------|
///      | 32    | r                                                                       |
///      | 32    | s                                                                       |
///      | 20    | toAddress                                                               |
///      | 5     | expiration                                                              |
///      | 5     | authenticatorData from byte 32 on: flags, signature counter             |
///      | 1     | parts: which of the optional ones follow; the other bits are 0          |
///      | 1     | length of the head                                                      |
///      | 2     | length of the tail                                                      |
///      | 2     | typeIndex, only when the head is not empty                              |
///      | 32    | value, only with bit 0 of parts                                         |
///      | 72    | fee, feeCoinAddress (20), feeWithdrawAddress (20), only with bit 1      |
///      | 1     | number of the key, only with bit 2                                      |
///      | 2     | length of the co-signature, only with bit 3; the co-signature follows   |
///      |       | head, tail: see `WebAuthnVerifier.PackedAssertion`                      |
///      |       | data: the rest of the calldata                                          |
///
///      A part that is left out is zero. A call that does not fit must use `execute`: one with authenticatorData longer
///      than 37 bytes, an expiration above 40 bits, or a clientDataJSON too long for its length fields.
library PackedExecute {
    /// @notice Thrown when the calldata is shorter than its lengths, or has unknown parts.
    ///
    /// @param length Length of the calldata in bytes.
    error MalformedPackedCall(uint256 length);

    /// @dev Length in bytes before the first optional part, including the selector.
    uint256 private constant FIXED_LENGTH = 102;

    /// @dev Bits of `parts`. A value of `PARTS_END` or more has unknown bits.
    uint256 private constant HAS_VALUE = 1;
    uint256 private constant HAS_FEE = 2;
    uint256 private constant HAS_NUMBER = 4;
    uint256 private constant HAS_CO_SIGNATURE = 8;
    uint256 private constant PARTS_END = 16;

    /// @notice Reads the calldata of the current call.
    ///
    /// @return call        The call.
    /// @return assertion   The passkey's assertion over it.
    /// @return number      Place of the key that signed; 0 for the main key.
    /// @return coSignature The co-signer's signature. Empty if it is left out.
    /// @return data        The calldata for `toAddress`.
    function read()
        internal
        pure
        returns (
            ExecuteCall memory call,
            WebAuthnVerifier.PackedAssertion memory assertion,
            uint256 number,
            bytes calldata coSignature,
            bytes calldata data
        )
    {
        if (msg.data.length < FIXED_LENGTH) revert MalformedPackedCall(msg.data.length);
        uint256 word = _word(68);
        uint256 headLength = word & 0xff;
        uint256 parts = (word >> 8) & 0xff;
        uint256 tailLength = _word(100) >> 240;

        assertion.r = _word(4);
        assertion.s = _word(36);
        assertion.flagsAndCount = bytes5(uint40(word >> 16));
        call.toAddress = address(uint160(word >> 96));
        call.expiration = (word >> 56) & type(uint40).max;

        // Reading beyond the end of the calldata gives zeros. The check of `cursor` below detects it.
        uint256 cursor = FIXED_LENGTH;
        if (headLength != 0) {
            assertion.typeIndex = _word(cursor) >> 240;
            cursor += 2;
        }
        if (parts & HAS_VALUE != 0) {
            call.value = _word(cursor);
            cursor += 32;
        }
        if (parts & HAS_FEE != 0) {
            call.fee = _word(cursor);
            call.feeCoinAddress = address(uint160(_word(cursor + 32) >> 96));
            call.feeWithdrawAddress = address(uint160(_word(cursor + 52) >> 96));
            cursor += 72;
        }
        coSignature = msg.data[:0];
        if (parts >= HAS_NUMBER) {
            if (parts >= PARTS_END) revert MalformedPackedCall(msg.data.length);
            if (parts & HAS_NUMBER != 0) {
                number = _word(cursor) >> 248;
                cursor += 1;
            }
            if (parts & HAS_CO_SIGNATURE != 0) {
                uint256 start = cursor + 2;
                cursor = start + (_word(cursor) >> 240);
                if (cursor > msg.data.length) revert MalformedPackedCall(msg.data.length);
                coSignature = msg.data[start:cursor];
            }
        }
        assertion.clientDataOffset = cursor;
        assertion.headLength = headLength;
        assertion.tailLength = tailLength;
        cursor += headLength + tailLength;
        if (cursor > msg.data.length) revert MalformedPackedCall(msg.data.length);
        data = msg.data[cursor:];
    }

    /// @dev Returns the 32 bytes of calldata at `offset`. Bytes beyond the end are zero.
    ///
    /// @param offset The offset, counted from the selector's first byte.
    ///
    /// @return word The bytes.
    function _word(uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(offset)
        }
    }
}
