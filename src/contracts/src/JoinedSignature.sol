// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";

/// @title JoinedSignature
///
/// @notice Finds what a signature for a wallet is joined of: an assertion, the number of its key, and a co-signature.
///
/// @dev Two forms. `src/protocol/signing/joined-signature.ts` writes both.
///
///      Long: the tuple of `WebAuthnVerifier.verify` ‖ number (1 byte) ‖ co-signature. What stands behind the tuple may be
///      left out. It begins with the word 0x20.
///
///      Short, all numbers big endian. It begins with r, which is 0x20 only for a key or nonce that was searched for:
///
///      | bytes | what                                                        |
///      |-------|-------------------------------------------------------------|
///      | 32    | r                                                           |
///      | 32    | s                                                           |
///      | 5     | authenticatorData from byte 32 on: flags, signature counter |
///      | 1     | number of the key                                           |
///      | 1     | length of the head                                          |
///      | 2     | length of the tail                                          |
///      | 2     | typeIndex, only when the head is not empty                  |
///      |       | head, tail: see `WebAuthnVerifier.PackedAssertion`          |
///      |       | co-signature: the rest                                      |
library JoinedSignature {
    /// @dev Bytes of the short form before its optional parts.
    uint256 private constant SHORT_LENGTH = 73;

    /// @dev Bytes of the long form's tuple up to the contents of authenticatorData, with the length of clientDataJSON.
    uint256 private constant TUPLE_LENGTH = 0x120;

    /// @notice Whether a signature has the long form.
    ///
    /// @param signature The signature.
    ///
    /// @return long Whether it has.
    function isLong(bytes calldata signature) internal pure returns (bool long) {
        return signature.length >= 0x20 && _word(signature, 0) == 0x20;
    }

    /// @notice The parts of the long form.
    ///
    /// @param signature The signature.
    ///
    /// @return tuple       The assertion. All of the signature where its end cannot be found: it is then malformed.
    /// @return number      Which key has signed; 0 for the main key.
    /// @return coSignature The co-signature; empty when it is left out.
    function splitLong(bytes calldata signature)
        internal
        pure
        returns (bytes calldata tuple, uint256 number, bytes calldata coSignature)
    {
        uint256 end = _tupleEnd(signature);
        if (end >= signature.length) return (signature, 0, signature[:0]);
        return (signature[:end], uint8(signature[end]), signature[end + 1:]);
    }

    /// @notice The parts of the short form.
    ///
    /// @param signature The signature.
    ///
    /// @return wellFormed  Whether it has all of its parts; if not, the others are empty.
    /// @return assertion   The assertion.
    /// @return number      Which key has signed; 0 for the main key.
    /// @return coSignature The co-signature; empty when it is left out.
    function readShort(bytes calldata signature)
        internal
        pure
        returns (
            bool wellFormed,
            WebAuthnVerifier.PackedAssertion memory assertion,
            uint256 number,
            bytes calldata coSignature
        )
    {
        coSignature = signature[:0];
        if (signature.length < SHORT_LENGTH) return (false, assertion, 0, coSignature);
        uint256 word = _word(signature, 64);
        uint256 headLength = (word >> 200) & 0xff;
        uint256 tailLength = (word >> 184) & 0xffff;
        uint256 start = headLength == 0 ? SHORT_LENGTH : SHORT_LENGTH + 2;
        uint256 end = start + headLength + tailLength;
        if (end > signature.length) return (false, assertion, 0, coSignature);

        assertion.r = _word(signature, 0);
        assertion.s = _word(signature, 32);
        assertion.flagsAndCount = bytes5(uint40(word >> 216));
        if (headLength != 0) assertion.typeIndex = (word >> 168) & 0xffff;
        assertion.headLength = headLength;
        assertion.tailLength = tailLength;
        uint256 offset;
        assembly ("memory-safe") {
            offset := add(signature.offset, start)
        }
        assertion.clientDataOffset = offset;
        return (true, assertion, (word >> 208) & 0xff, signature[end:]);
    }

    /// @dev Where the tuple ends by its own lengths.
    ///
    /// @param signature The signature.
    ///
    /// @return end The end; beyond the signature when the lengths make no sense.
    function _tupleEnd(bytes calldata signature) private pure returns (uint256 end) {
        if (signature.length < TUPLE_LENGTH) return signature.length;
        // No sum can overflow: every length is first compared with that of the calldata.
        uint256 dataLength = _word(signature, 0xe0);
        if (dataLength > signature.length) return signature.length;
        uint256 jsonStart = TUPLE_LENGTH + _padded(dataLength);
        if (jsonStart > signature.length) return signature.length;
        uint256 jsonLength = _word(signature, jsonStart - 0x20);
        if (jsonLength > signature.length) return signature.length;
        return jsonStart + _padded(jsonLength);
    }

    /// @dev The 32 bytes from `offset` on. What lies beyond the signature is not to be used.
    ///
    /// @param signature The signature.
    /// @param offset    The offset.
    ///
    /// @return word Their value.
    function _word(bytes calldata signature, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(signature.offset, offset))
        }
    }

    /// @dev A length rounded up to whole words.
    ///
    /// @param length At most the length of the calldata.
    ///
    /// @return padded The result.
    function _padded(uint256 length) private pure returns (uint256 padded) {
        return (length + 0x1f) & ~uint256(0x1f);
    }
}
