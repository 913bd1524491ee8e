// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";

/// @title JoinedSignature
///
/// @notice Splits the signature of a wallet into its parts: an assertion, the number of the key that made it, and a
///         co-signature.
///
/// @dev There are two forms. `src/protocol/signing/joined-signature.ts` writes both.
///
///      Long form: the tuple of `WebAuthnVerifier.verify` ‖ number (1 byte) ‖ co-signature. The number and the
///      co-signature may be left out. This form begins with the word 0x20.
///
///      Short form, with all numbers big endian. It begins with r. An r of 0x20, which would look like the long form,
///      occurs only if someone searched for a key or nonce that produces it:
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
    /// @dev Length in bytes of the short form before its optional parts.
    uint256 private constant SHORT_LENGTH = 73;

    /// @dev Length in bytes of the long form's tuple without the contents of authenticatorData and clientDataJSON.
    uint256 private constant TUPLE_LENGTH = 0x120;

    /// @notice Returns whether a signature has the long form.
    ///
    /// @param signature The signature.
    ///
    /// @return long True if so.
    function isLong(bytes calldata signature) internal pure returns (bool long) {
        return signature.length >= 0x20 && _word(signature, 0) == 0x20;
    }

    /// @notice Returns the parts of the long form.
    ///
    /// @param signature The signature.
    ///
    /// @return tuple       The assertion. If its end cannot be found, this is the whole signature, which is then
    ///                     malformed.
    /// @return number      Place of the key that signed; 0 for the main key.
    /// @return coSignature The co-signature. Empty if it is left out.
    function splitLong(bytes calldata signature)
        internal
        pure
        returns (bytes calldata tuple, uint256 number, bytes calldata coSignature)
    {
        uint256 end = _tupleEnd(signature);
        if (end >= signature.length) return (signature, 0, signature[:0]);
        return (signature[:end], uint8(signature[end]), signature[end + 1:]);
    }

    /// @notice Returns the parts of the short form.
    ///
    /// @param signature The signature.
    ///
    /// @return wellFormed  True if all parts are present. If false, the other values are empty.
    /// @return assertion   The assertion.
    /// @return number      Place of the key that signed; 0 for the main key.
    /// @return coSignature The co-signature. Empty if it is left out.
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

    /// @dev Computes the end of the tuple from the lengths it contains.
    ///
    /// @param signature The signature.
    ///
    /// @return end The offset of the end. The length of the signature or more if the lengths are invalid.
    function _tupleEnd(bytes calldata signature) private pure returns (uint256 end) {
        if (signature.length < TUPLE_LENGTH) return signature.length;
        // No sum can overflow, because every length is first compared with that of the calldata.
        uint256 dataLength = _word(signature, 0xe0);
        if (dataLength > signature.length) return signature.length;
        uint256 jsonStart = TUPLE_LENGTH + _padded(dataLength);
        if (jsonStart > signature.length) return signature.length;
        uint256 jsonLength = _word(signature, jsonStart - 0x20);
        if (jsonLength > signature.length) return signature.length;
        return jsonStart + _padded(jsonLength);
    }

    /// @dev Returns the 32 bytes at `offset`. The caller must not use bytes beyond the end of the signature.
    ///
    /// @param signature The signature.
    /// @param offset    The offset.
    ///
    /// @return word The bytes.
    function _word(bytes calldata signature, uint256 offset) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := calldataload(add(signature.offset, offset))
        }
    }

    /// @dev Rounds a length up to whole words.
    ///
    /// @param length At most the length of the calldata.
    ///
    /// @return padded The result.
    function _padded(uint256 length) private pure returns (uint256 padded) {
        return (length + 0x1f) & ~uint256(0x1f);
    }
}
