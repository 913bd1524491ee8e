// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64Url} from "./Base64Url.sol";

/// @title ClientData
///
/// @notice Decides whether a clientDataJSON belongs to an assertion over a given challenge.
///
/// @dev The caller gives the indexes of `"type":"` and `"challenge":"`, because browsers order the keys differently
///      (Firefox has put `challenge` first). The JSON is not parsed, but the caller is not trusted either: both indexes
///      must be those of keys of the outermost object. In JSON, a quote inside a string is escaped, so the bytes
///      `"type":"webauthn.get"` can only be a key with its value. The scan proves that this key is directly in the
///      outermost object and not in a nested one.
///
///      It is not checked that the JSON is well-formed as a whole, or that each key occurs only once in the outermost
///      object. Browsers write each key once (WebAuthn Level 3, 5.8.1.1), and a page has no way to add a key.
library ClientData {
    /// @dev `"type":"webauthn.get"`, 21 bytes, and `"challenge":"`, 13 bytes, as numbers.
    uint256 private constant TYPE = uint168(bytes21('"type":"webauthn.get"'));
    uint256 private constant CHALLENGE_KEY = uint104(bytes13('"challenge":"'));

    /// @dev Characters with a meaning in JSON. Setting BRACE_BIT turns a square bracket into the curly one.
    uint256 private constant QUOTE = 0x22;
    uint256 private constant BACKSLASH = 0x5c;
    uint256 private constant COMMA = 0x2c;
    uint256 private constant OPEN_BRACE = 0x7b;
    uint256 private constant CLOSE_BRACE = 0x7d;
    uint256 private constant BRACE_BIT = 0x20;

    /// @dev Lengths in bytes of the type with its value, of the challenge's key, and of that key with its 43 characters
    ///      and the closing quote.
    uint256 private constant TYPE_LENGTH = 21;
    uint256 private constant CHALLENGE_KEY_LENGTH = 13;
    uint256 private constant CHALLENGE_LENGTH = 57;

    /// @dev Indexes of the keys and of the comma between them in the usual order,
    ///      `{"type":"webauthn.get","challenge":"`.
    uint256 private constant USUAL_TYPE_INDEX = 1;
    uint256 private constant USUAL_CHALLENGE_INDEX = 23;
    uint256 private constant USUAL_COMMA_INDEX = 22;

    /// @notice Returns whether the JSON has `type` webauthn.get and the challenge, both in its outermost object.
    ///
    /// @param json           The bytes that the authenticator signed.
    /// @param challengeIndex Index in bytes at which `"challenge":"` begins.
    /// @param typeIndex      Index in bytes at which `"type":"` begins.
    /// @param challenge      The expected challenge.
    ///
    /// @return accepted True if so.
    function isAssertionOver(bytes memory json, uint256 challengeIndex, uint256 typeIndex, bytes32 challenge)
        internal
        pure
        returns (bool accepted)
    {
        return _hasType(json, typeIndex) && _hasChallenge(json, challengeIndex, challenge)
            && _areOutermostKeys(json, challengeIndex, typeIndex);
    }

    /// @dev Returns whether `"type":"webauthn.get"` is at an index.
    ///
    /// @param json  The JSON.
    /// @param index The index.
    ///
    /// @return found True if so.
    function _hasType(bytes memory json, uint256 index) private pure returns (bool found) {
        if (!_holds(json, index, TYPE_LENGTH)) return false;
        return uint256(_wordAt(json, index)) >> (256 - 8 * TYPE_LENGTH) == TYPE;
    }

    /// @dev Returns whether `"challenge":"`, the base64url of the challenge and a quote are at an index.
    ///
    /// @param json      The JSON.
    /// @param index     The index.
    /// @param challenge The challenge.
    ///
    /// @return found True if so.
    function _hasChallenge(bytes memory json, uint256 index, bytes32 challenge) private pure returns (bool found) {
        if (!_holds(json, index, CHALLENGE_LENGTH)) return false;
        (bytes32 head, bytes32 tail) = Base64Url.encode(challenge);
        // The tail has 11 characters, which makes 12 bytes with the closing quote.
        uint256 tailAndQuote = (uint256(tail) >> 168 << 8) | QUOTE;
        return uint256(_wordAt(json, index)) >> (256 - 8 * CHALLENGE_KEY_LENGTH) == CHALLENGE_KEY
            && _wordAt(json, index + CHALLENGE_KEY_LENGTH) == head
            && uint256(_wordAt(json, index + CHALLENGE_KEY_LENGTH + 32)) >> 160 == tailAndQuote;
    }

    /// @dev Returns whether the two strings at the given indexes are keys of the outermost object. The caller has found
    ///      both strings, so neither index is beyond the end.
    ///
    /// @param json           The JSON.
    /// @param challengeIndex One index.
    /// @param typeIndex      The other one.
    ///
    /// @return outermost True if so.
    function _areOutermostKeys(bytes memory json, uint256 challengeIndex, uint256 typeIndex)
        private
        pure
        returns (bool outermost)
    {
        if (_byteAt(json, 0) != OPEN_BRACE) return false;
        // The usual order needs no scan: it is the object's first key with its value, a comma, and the second key.
        if (typeIndex == USUAL_TYPE_INDEX && challengeIndex == USUAL_CHALLENGE_INDEX) {
            return _byteAt(json, USUAL_COMMA_INDEX) == COMMA;
        }
        uint256 last = challengeIndex > typeIndex ? challengeIndex : typeIndex;
        uint256 depth = 1;
        uint256 found = 0;
        uint256 index = 1;
        // Cannot overflow: an index goes at most a few bytes beyond the end, and the depth is between 1 and the number
        // of bytes.
        unchecked {
            while (index <= last) {
                uint256 char = _byteAt(json, index);
                if (index == challengeIndex || index == typeIndex) {
                    // At depth 1, a string after `{` or `,` is a key of the outermost object.
                    uint256 before = _byteAt(json, index - 1);
                    if (depth != 1 || (before != OPEN_BRACE && before != COMMA)) return false;
                    ++found;
                    // The caller has already compared the key and its value byte by byte, so they are skipped.
                    index += index == typeIndex ? TYPE_LENGTH : CHALLENGE_LENGTH;
                } else if (char == QUOTE) {
                    index = _skipString(json, index, last);
                } else {
                    // `[` and `{`, `]` and `}` differ by one bit.
                    if (char | BRACE_BIT == OPEN_BRACE) ++depth;
                    else if (char | BRACE_BIT == CLOSE_BRACE && --depth == 0) return false;
                    ++index;
                }
            }
        }
        return found == 2;
    }

    /// @dev Finds the end of the string that begins at an index.
    ///
    /// @param json  The JSON.
    /// @param index The index of its opening quote.
    /// @param last  Index at which to stop.
    ///
    /// @return next The index after its closing quote. Greater than `last` if there is no closing quote up to `last`.
    function _skipString(bytes memory json, uint256 index, uint256 last) private pure returns (uint256 next) {
        next = index + 1;
        // Cannot overflow: `next` is at most `last` + 2.
        unchecked {
            while (next <= last) {
                uint256 char = _byteAt(json, next);
                if (char == QUOTE) return next + 1;
                next += char == BACKSLASH ? 2 : 1;
            }
        }
    }

    /// @dev Returns whether the JSON has `length` bytes from `index` on.
    ///
    /// @param json   The JSON.
    /// @param index  The index.
    /// @param length Number of bytes.
    ///
    /// @return holds True if so.
    function _holds(bytes memory json, uint256 index, uint256 length) private pure returns (bool holds) {
        return index <= json.length && json.length - index >= length;
    }

    /// @dev Returns the 32 bytes at `index`. Bytes beyond the end have no defined value.
    ///
    /// @param json  The JSON.
    /// @param index The index.
    ///
    /// @return word The bytes.
    function _wordAt(bytes memory json, uint256 index) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(json, 0x20), index))
        }
    }

    /// @dev Returns the byte at `index`, which must not be beyond the end.
    ///
    /// @param json  The JSON.
    /// @param index The index.
    ///
    /// @return char The byte.
    function _byteAt(bytes memory json, uint256 index) private pure returns (uint256 char) {
        assembly ("memory-safe") {
            char := byte(0, mload(add(add(json, 0x20), index)))
        }
    }
}
