// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Places for keys, with that of the key in the wallet's code.
uint256 constant KEY_PLACES = 8;

/// @notice Who has a say over a wallet, in one word. Zero for a wallet that has only the key in its code.
type Authority is uint256;

using AuthorityWord for Authority global;

/// @title AuthorityWord
///
/// @notice Reads and changes the word. Nothing here decides who may change it.
///
/// @dev Layout, from the low bits: coSigner (160), until (40), keys (8), objected (1), flagged (1).
///
///      - `until` is the Unix time in seconds at which the co-signer's power ends; zero while no removal was started.
///      - `keys`: bit 0 is set when the key in the wallet's code counts no longer; each of bits 1 to 7 is set when the key
///        in that place counts. So zero means: the first key alone.
///      - `objected`: the co-signer has objected to the removal that is under way.
///      - `flagged`: the ring carries the flag, so that an execution reads this word.
library AuthorityWord {
    uint256 private constant CO_SIGNER_MASK = type(uint160).max;
    uint256 private constant UNTIL_OFFSET = 160;
    uint256 private constant UNTIL_MASK = uint256(type(uint40).max) << UNTIL_OFFSET;
    uint256 private constant KEYS_OFFSET = 200;
    uint256 private constant KEYS_MASK = uint256(0xff) << KEYS_OFFSET;
    uint256 private constant OBJECTED = 1 << 208;
    uint256 private constant FLAGGED = 1 << 209;

    /// @dev `keys` of a wallet that obeys the recovered key alone, which is in place 1.
    uint256 private constant RECOVERED_KEYS = 3 << KEYS_OFFSET;

    /// @notice Whether the key in the wallet's code is, and was always, alone.
    ///
    /// @param authority The word.
    ///
    /// @return ordinary Whether it is.
    function isOrdinary(Authority authority) internal pure returns (bool ordinary) {
        return Authority.unwrap(authority) == 0;
    }

    /// @notice Who must sign besides a key now.
    ///
    /// @param authority The word.
    ///
    /// @return coSigner The address; zero when there is none, or when its power has ended.
    function coSigner(Authority authority) internal view returns (address) {
        uint256 end = authority.until();
        if (end != 0 && block.timestamp >= end) return address(0);
        return address(uint160(Authority.unwrap(authority) & CO_SIGNER_MASK));
    }

    /// @notice When the co-signer's power ends.
    ///
    /// @param authority The word.
    ///
    /// @return end Unix time in seconds; zero while no removal was started.
    function until(Authority authority) internal pure returns (uint256 end) {
        return (Authority.unwrap(authority) & UNTIL_MASK) >> UNTIL_OFFSET;
    }

    /// @notice Whether the co-signer has objected to the removal that is under way.
    ///
    /// @param authority The word.
    ///
    /// @return objected Whether it has.
    function hasObjected(Authority authority) internal pure returns (bool objected) {
        return Authority.unwrap(authority) & OBJECTED != 0;
    }

    /// @notice Whether the ring carries the flag.
    ///
    /// @param authority The word.
    ///
    /// @return carried Whether it does.
    function isFlagged(Authority authority) internal pure returns (bool carried) {
        return Authority.unwrap(authority) & FLAGGED != 0;
    }

    /// @notice Whether the key in a place counts.
    ///
    /// @param authority The word.
    /// @param place     The place, from 0 to 7.
    ///
    /// @return counts Whether it does.
    function hasKey(Authority authority, uint256 place) internal pure returns (bool counts) {
        // Bit 0 is the other way round.
        return ((Authority.unwrap(authority) >> KEYS_OFFSET) ^ 1) >> place & 1 != 0;
    }

    /// @notice Whether any key counts.
    ///
    /// @param authority The word.
    ///
    /// @return any Whether one does.
    function hasAnyKey(Authority authority) internal pure returns (bool any) {
        // Bit 0 alone: the first key counts no longer, and none is stored.
        return Authority.unwrap(authority) & KEYS_MASK != 1 << KEYS_OFFSET;
    }

    /// @notice The place of the main key: the lowest that counts.
    ///
    /// @param authority The word.
    ///
    /// @return place The place.
    function mainPlace(Authority authority) internal pure returns (uint256 place) {
        while (!authority.hasKey(place)) ++place;
    }

    /// @notice The word with another co-signer, whose removal was not started.
    ///
    /// @param authority   The word.
    /// @param newCoSigner The address; zero for none.
    ///
    /// @return changed The new word.
    function withCoSigner(Authority authority, address newCoSigner) internal pure returns (Authority changed) {
        uint256 rest = Authority.unwrap(authority) & ~(CO_SIGNER_MASK | UNTIL_MASK | OBJECTED);
        return Authority.wrap(rest | uint160(newCoSigner));
    }

    /// @notice The word with another end of the co-signer's power.
    ///
    /// @param authority The word.
    /// @param end       Unix time in seconds, of at most 40 bits; zero for none.
    /// @param objected  Whether the co-signer has objected.
    ///
    /// @return changed The new word.
    function withRemoval(Authority authority, uint256 end, bool objected) internal pure returns (Authority changed) {
        uint256 rest = Authority.unwrap(authority) & ~(UNTIL_MASK | OBJECTED);
        return Authority.wrap(rest | (end << UNTIL_OFFSET) | (objected ? OBJECTED : 0));
    }

    /// @notice The word in which the key of a place counts if it did not, and no longer if it did.
    ///
    /// @param authority The word.
    /// @param place     The place, from 0 to 7.
    ///
    /// @return changed The new word.
    function withOtherKey(Authority authority, uint256 place) internal pure returns (Authority changed) {
        return Authority.wrap(Authority.unwrap(authority) ^ (1 << (KEYS_OFFSET + place)));
    }

    /// @notice The word after a recovery: the key in place 1 counts alone. A removal that the former key started is void;
    ///         a co-signer whose power has ended stays without it.
    ///
    /// @param authority The word.
    ///
    /// @return changed The new word.
    function recovered(Authority authority) internal view returns (Authority changed) {
        changed = authority.withCoSigner(authority.coSigner());
        return Authority.wrap((Authority.unwrap(changed) & ~KEYS_MASK) | RECOVERED_KEYS);
    }

    /// @notice The word of a wallet whose ring carries the flag.
    ///
    /// @param authority The word.
    ///
    /// @return changed The new word.
    function flagged(Authority authority) internal pure returns (Authority changed) {
        return Authority.wrap(Authority.unwrap(authority) | FLAGGED);
    }
}
