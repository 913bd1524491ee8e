// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Number of places for keys, including place 0, which belongs to the key in the wallet's code.
uint256 constant KEY_PLACES = 8;

/// @notice The authority over a wallet in one word: its co-signer and its valid keys. Zero for a wallet that has only
///         the key in its code.
type Authority is uint256;

using AuthorityWord for Authority global;

/// @title AuthorityWord
///
/// @notice Reads and changes the authority word. The caller decides who may change it.
///
/// @dev Layout, from the low bits: coSigner (160), until (40), keys (8), objected (1), flagged (1).
///
///      - `until` is the Unix time in seconds at which the co-signer's power ends. It is zero if no removal was
///        started.
///      - `keys` has one bit per place. Bit 0 is inverted: it is set when the key in the wallet's code is no longer
///        valid. Each of bits 1 to 7 is set when the key in that place is valid. Zero therefore means that only the
///        first key is valid.
///      - `objected` is set when the co-signer has objected to the pending removal.
///      - `flagged` is set when the replay ring has its flag set. The flag makes every execution read this word.
library AuthorityWord {
    uint256 private constant CO_SIGNER_MASK = type(uint160).max;
    uint256 private constant UNTIL_OFFSET = 160;
    uint256 private constant UNTIL_MASK = uint256(type(uint40).max) << UNTIL_OFFSET;
    uint256 private constant KEYS_OFFSET = 200;
    uint256 private constant KEYS_MASK = uint256(0xff) << KEYS_OFFSET;
    uint256 private constant OBJECTED = 1 << 208;
    uint256 private constant FLAGGED = 1 << 209;

    /// @dev `keys` of a wallet after a recovery: only the recovered key, which is in place 1, is valid.
    uint256 private constant RECOVERED_KEYS = 3 << KEYS_OFFSET;

    /// @notice Returns whether the key in the wallet's code is the only authority and always was.
    ///
    /// @param authority The word.
    ///
    /// @return ordinary True if so.
    function isOrdinary(Authority authority) internal pure returns (bool ordinary) {
        return Authority.unwrap(authority) == 0;
    }

    /// @notice Returns the address whose signature is needed in addition to that of a key, at the current block time.
    ///
    /// @param authority The word.
    ///
    /// @return coSigner The address. Zero if there is no co-signer or its power has ended.
    function coSigner(Authority authority) internal view returns (address) {
        uint256 end = authority.until();
        if (end != 0 && block.timestamp >= end) return address(0);
        return address(uint160(Authority.unwrap(authority) & CO_SIGNER_MASK));
    }

    /// @notice Returns the time at which the co-signer's power ends.
    ///
    /// @param authority The word.
    ///
    /// @return end Unix time in seconds. Zero if no removal was started.
    function until(Authority authority) internal pure returns (uint256 end) {
        return (Authority.unwrap(authority) & UNTIL_MASK) >> UNTIL_OFFSET;
    }

    /// @notice Returns whether the co-signer has objected to the pending removal.
    ///
    /// @param authority The word.
    ///
    /// @return objected True if so.
    function hasObjected(Authority authority) internal pure returns (bool objected) {
        return Authority.unwrap(authority) & OBJECTED != 0;
    }

    /// @notice Returns whether the replay ring has its flag set.
    ///
    /// @param authority The word.
    ///
    /// @return carried True if so.
    function isFlagged(Authority authority) internal pure returns (bool carried) {
        return Authority.unwrap(authority) & FLAGGED != 0;
    }

    /// @notice Returns whether the key in a place is valid.
    ///
    /// @param authority The word.
    /// @param place     The place, from 0 to 7.
    ///
    /// @return counts True if so.
    function hasKey(Authority authority, uint256 place) internal pure returns (bool counts) {
        // Bit 0 is inverted: it is set when the key in place 0 is no longer valid.
        return ((Authority.unwrap(authority) >> KEYS_OFFSET) ^ 1) >> place & 1 != 0;
    }

    /// @notice Returns whether any key is valid.
    ///
    /// @param authority The word.
    ///
    /// @return any True if so.
    function hasAnyKey(Authority authority) internal pure returns (bool any) {
        // If only bit 0 is set, the first key is no longer valid, and no key in storage is valid.
        return Authority.unwrap(authority) & KEYS_MASK != 1 << KEYS_OFFSET;
    }

    /// @notice Returns the place of the main key, which is the lowest place with a valid key.
    ///
    /// @param authority The word.
    ///
    /// @return place The place.
    function mainPlace(Authority authority) internal pure returns (uint256 place) {
        while (!authority.hasKey(place)) ++place;
    }

    /// @notice Returns the word with another co-signer and no pending removal.
    ///
    /// @param authority   The word.
    /// @param newCoSigner The address. Zero means no co-signer.
    ///
    /// @return changed The new word.
    function withCoSigner(Authority authority, address newCoSigner) internal pure returns (Authority changed) {
        uint256 rest = Authority.unwrap(authority) & ~(CO_SIGNER_MASK | UNTIL_MASK | OBJECTED);
        return Authority.wrap(rest | uint160(newCoSigner));
    }

    /// @notice Returns the word with another end of the co-signer's power.
    ///
    /// @param authority The word.
    /// @param end       Unix time in seconds, at most 40 bits. Zero means that no removal is pending.
    /// @param objected  True if the co-signer has objected.
    ///
    /// @return changed The new word.
    function withRemoval(Authority authority, uint256 end, bool objected) internal pure returns (Authority changed) {
        uint256 rest = Authority.unwrap(authority) & ~(UNTIL_MASK | OBJECTED);
        return Authority.wrap(rest | (end << UNTIL_OFFSET) | (objected ? OBJECTED : 0));
    }

    /// @notice Returns the word with the validity of one key inverted: a valid key becomes invalid, an invalid key
    ///         valid.
    ///
    /// @param authority The word.
    /// @param place     The place, from 0 to 7.
    ///
    /// @return changed The new word.
    function withOtherKey(Authority authority, uint256 place) internal pure returns (Authority changed) {
        return Authority.wrap(Authority.unwrap(authority) ^ (1 << (KEYS_OFFSET + place)));
    }

    /// @notice Returns the word after a recovery: only the key in place 1 is valid. A removal started by the former key
    ///         is dropped. A co-signer whose power has ended does not regain it.
    ///
    /// @param authority The word.
    ///
    /// @return changed The new word.
    function recovered(Authority authority) internal view returns (Authority changed) {
        changed = authority.withCoSigner(authority.coSigner());
        return Authority.wrap((Authority.unwrap(changed) & ~KEYS_MASK) | RECOVERED_KEYS);
    }

    /// @notice Returns the word with `flagged` set.
    ///
    /// @param authority The word.
    ///
    /// @return changed The new word.
    function flagged(Authority authority) internal pure returns (Authority changed) {
        return Authority.wrap(Authority.unwrap(authority) | FLAGGED);
    }
}
