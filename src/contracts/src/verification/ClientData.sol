// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Base64Url} from "./Base64Url.sol";

/// @title ClientData
///
/// @notice Decides whether a clientDataJSON is that of an assertion over a given challenge.
///
/// @dev The caller names where `"type":"` and `"challenge":"` begin, as browsers order the keys differently (Firefox
///      has put `challenge` first). The JSON is not parsed, but the caller is not trusted: both indexes must be
///      keys of the outermost object. In JSON a quote inside a string is escaped, so the bytes `"type":"webauthn.get"`
///      can only be a key with its value; and the scan shows that this key stands directly in the outermost object and
///      not in an object that something else put inside of it.
///
///      Not checked: that the JSON is well-formed as a whole, and that neither key occurs twice in the outermost
///      object. Browsers write each once (WebAuthn Level 3, 5.8.1.1), and a page has no way to add a key.
library ClientData {
    /// @dev `"type":"webauthn.get"`, 21 bytes, and `"challenge":"`, 13 bytes, as numbers.
    uint256 private constant TYPE = uint168(bytes21('"type":"webauthn.get"'));
    uint256 private constant CHALLENGE_KEY = uint104(bytes13('"challenge":"'));

    /// @dev Characters that mean something in JSON; with BRACE_BIT set, a square bracket becomes the curly one.
    uint256 private constant QUOTE = 0x22;
    uint256 private constant BACKSLASH = 0x5c;
    uint256 private constant COMMA = 0x2c;
    uint256 private constant OPEN_BRACE = 0x7b;
    uint256 private constant CLOSE_BRACE = 0x7d;
    uint256 private constant BRACE_BIT = 0x20;

    /// @dev Lengths in bytes: the above, and the key, 43 characters and closing quote of the challenge.
    uint256 private constant TYPE_LENGTH = 21;
    uint256 private constant CHALLENGE_KEY_LENGTH = 13;
    uint256 private constant CHALLENGE_LENGTH = 57;

    /// @dev Where the keys begin in the usual order, `{"type":"webauthn.get","challenge":"`.
    uint256 private constant USUAL_TYPE_INDEX = 1;
    uint256 private constant USUAL_CHALLENGE_INDEX = 23;
    uint256 private constant USUAL_COMMA_INDEX = 22;

    /// @notice Whether the JSON has `type` webauthn.get and the challenge, both in its outermost object.
    ///
    /// @param json           The bytes the authenticator signed.
    /// @param challengeIndex Where `"challenge":"` begins, in bytes.
    /// @param typeIndex      Where `"type":"` begins, in bytes.
    /// @param challenge      What the challenge must be.
    ///
    /// @return accepted Whether it has.
    function isAssertionOver(bytes memory json, uint256 challengeIndex, uint256 typeIndex, bytes32 challenge)
        internal
        pure
        returns (bool accepted)
    {
        return _hasType(json, typeIndex) && _hasChallenge(json, challengeIndex, challenge)
            && _areOutermostKeys(json, challengeIndex, typeIndex);
    }

    /// @dev Whether `"type":"webauthn.get"` stands at an index.
    ///
    /// @param json  The JSON.
    /// @param index The index.
    ///
    /// @return found Whether it does.
    function _hasType(bytes memory json, uint256 index) private pure returns (bool found) {
        if (!_holds(json, index, TYPE_LENGTH)) return false;
        return uint256(_wordAt(json, index)) >> (256 - 8 * TYPE_LENGTH) == TYPE;
    }

    /// @dev Whether `"challenge":"`, the base64url of the challenge and a quote stand at an index.
    ///
    /// @param json      The JSON.
    /// @param index     The index.
    /// @param challenge The challenge.
    ///
    /// @return found Whether they do.
    function _hasChallenge(bytes memory json, uint256 index, bytes32 challenge) private pure returns (bool found) {
        if (!_holds(json, index, CHALLENGE_LENGTH)) return false;
        (bytes32 head, bytes32 tail) = Base64Url.encode(challenge);
        // The tail is 11 characters; with the closing quote 12 bytes.
        uint256 tailAndQuote = (uint256(tail) >> 168 << 8) | QUOTE;
        return uint256(_wordAt(json, index)) >> (256 - 8 * CHALLENGE_KEY_LENGTH) == CHALLENGE_KEY
            && _wordAt(json, index + CHALLENGE_KEY_LENGTH) == head
            && uint256(_wordAt(json, index + CHALLENGE_KEY_LENGTH + 32)) >> 160 == tailAndQuote;
    }

    /// @dev Whether two strings that begin at the given indexes are keys of the outermost object. The caller has found
    ///      both of them, so neither index is beyond the end.
    ///
    /// @param json           The JSON.
    /// @param challengeIndex One index.
    /// @param typeIndex      The other one.
    ///
    /// @return outermost Whether they are.
    function _areOutermostKeys(bytes memory json, uint256 challengeIndex, uint256 typeIndex)
        private
        pure
        returns (bool outermost)
    {
        if (_byteAt(json, 0) != OPEN_BRACE) return false;
        // The usual order needs no scan: the first key of the object, its value, a comma, the second key.
        if (typeIndex == USUAL_TYPE_INDEX && challengeIndex == USUAL_CHALLENGE_INDEX) {
            return _byteAt(json, USUAL_COMMA_INDEX) == COMMA;
        }
        uint256 last = challengeIndex > typeIndex ? challengeIndex : typeIndex;
        uint256 depth = 1;
        uint256 found = 0;
        uint256 index = 1;
        // No index gets further than a few bytes beyond the end, and depth neither exceeds the number of bytes nor falls
        // below 1.
        unchecked {
            while (index <= last) {
                uint256 char = _byteAt(json, index);
                if (index == challengeIndex || index == typeIndex) {
                    // Directly in the outermost object, a string after `{` or `,` is a key.
                    uint256 before = _byteAt(json, index - 1);
                    if (depth != 1 || (before != OPEN_BRACE && before != COMMA)) return false;
                    ++found;
                    // The key and its value have been compared byte by byte.
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

    /// @dev Where the string that begins at an index ends.
    ///
    /// @param json  The JSON.
    /// @param index The index of its opening quote.
    /// @param last  Where to stop.
    ///
    /// @return next The index after its closing quote; beyond `last` when there is none before.
    function _skipString(bytes memory json, uint256 index, uint256 last) private pure returns (uint256 next) {
        next = index + 1;
        // At most 2 more than `last`.
        unchecked {
            while (next <= last) {
                uint256 char = _byteAt(json, next);
                if (char == QUOTE) return next + 1;
                next += char == BACKSLASH ? 2 : 1;
            }
        }
    }

    /// @dev Whether the JSON has `length` bytes from `index` on.
    ///
    /// @param json   The JSON.
    /// @param index  The index.
    /// @param length How many.
    ///
    /// @return holds Whether it has.
    function _holds(bytes memory json, uint256 index, uint256 length) private pure returns (bool holds) {
        return index <= json.length && json.length - index >= length;
    }

    /// @dev The 32 bytes from `index` on; bytes beyond the end hold no meaning.
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

    /// @dev The byte at `index`, which must not be beyond the end.
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
