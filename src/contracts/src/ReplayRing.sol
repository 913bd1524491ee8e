// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ReplayRing
///
/// @notice Remembers which digests were spent, each until it expires, in eight storage words that are used again.
///
/// @dev A spent digest has to be remembered only while it could still be accepted, that is until its expiration. A
///      mapping remembers it for ever and pays for a new storage word (22,100 gas) each time; a word that is written
///      again costs 5,000.
///
///      Layout of a slot, from the high bits: fingerprint (175), flag (1), overflowUntil (40), expiration (40).
///      A digest belongs to slot `digest mod 8`; its fingerprint is its upper 175 bits.
///
///      Invariants, checked by `test/ReplayRing/ReplayRing.invariant.t.sol` against a plain mapping:
///
///      - No digest is spent twice.
///      - A digest that was not spent and has not expired can be spent. (A digest that agrees with a spent one in its
///        upper 175 and lower 3 bits would be refused; finding such a pair takes 2^89 hashes, and gains nothing: the
///        error is a refusal, never a second execution.)
///      - A live slot is never overwritten: a second live digest of the same slot goes to `overflow`, and
///        `overflowUntil` is at least the expiration of every storable digest of this slot that is in `overflow`.
///      - An expiration that does not fit into 40 bits lives in `overflow` only, and is looked for there only. Where a
///        digest is looked for thus depends on nothing that can change between two attempts, except that a slot may
///        have been freed by time, which `overflowUntil` covers.
library ReplayRing {
    /// @notice The words of one wallet.
    ///
    /// @param slots    The ring.
    /// @param overflow Spent digests that found their slot taken, or whose expiration does not fit into a slot.
    struct Ring {
        uint256[8] slots;
        mapping(bytes32 digest => bool spent) overflow;
    }

    /// @notice Thrown when a digest is spent at or after its expiration: it must lie in the future.
    ///
    /// @param expiration Unix time in seconds.
    error Expired(uint256 expiration);

    /// @notice Thrown when a digest is spent a second time.
    ///
    /// @param digest The digest.
    error DigestUsed(bytes32 digest);

    /// @dev Slots are chosen by the low bits of the digest.
    uint256 private constant SLOTS = 8;

    /// @dev The largest expiration a slot can hold; the year 36812.
    uint256 private constant MAX_TIME = type(uint40).max;

    /// @dev Bits below overflowUntil, below the flag and below the fingerprint.
    uint256 private constant UNTIL_OFFSET = 40;
    uint256 private constant FLAG = 1 << 80;
    uint256 private constant FINGERPRINT_OFFSET = 81;

    /// @notice Spends a digest, once and before its expiration.
    ///
    /// @dev Reverts with `Expired` or `DigestUsed`.
    ///
    /// @param ring       The words.
    /// @param digest     What is spent. It must bind `expiration`, so that the same digest always comes with the same.
    /// @param expiration Unix time in seconds; the digest can be spent while `block.timestamp < expiration`.
    ///
    /// @return flagged Whether `raiseFlag` was called: it costs the caller nothing, the word is read anyway.
    function spend(Ring storage ring, bytes32 digest, uint256 expiration) internal returns (bool flagged) {
        if (block.timestamp >= expiration) revert Expired(expiration);
        uint256 index = uint256(digest) % SLOTS;
        uint256 slot = ring.slots[index];
        flagged = slot & FLAG != 0;

        if (expiration > MAX_TIME) {
            _spendInOverflow(ring, digest);
            return flagged;
        }

        uint256 overflowUntil = (slot >> UNTIL_OFFSET) & MAX_TIME;
        if (slot & MAX_TIME > block.timestamp) {
            // Taken by a live digest: by this one, or by another that must not be overwritten.
            if (slot >> FINGERPRINT_OFFSET == uint256(digest) >> FINGERPRINT_OFFSET) revert DigestUsed(digest);
            _spendInOverflow(ring, digest);
            if (expiration > overflowUntil) {
                ring.slots[index] = slot ^ ((overflowUntil ^ expiration) << UNTIL_OFFSET);
            }
        } else {
            // Free. This digest may have been spent while another one held the slot.
            if (overflowUntil > block.timestamp && ring.overflow[digest]) revert DigestUsed(digest);
            uint256 fingerprint = uint256(digest) >> FINGERPRINT_OFFSET << FINGERPRINT_OFFSET;
            ring.slots[index] = fingerprint | (slot & (FLAG | (MAX_TIME << UNTIL_OFFSET))) | expiration;
        }
    }

    /// @notice Whether a digest was spent.
    ///
    /// @dev Exact until the digest's expiration. Later it may turn false, when the slot is used again.
    ///
    /// @param ring   The words.
    /// @param digest The digest.
    ///
    /// @return spent Whether it was.
    function isSpent(Ring storage ring, bytes32 digest) internal view returns (bool spent) {
        uint256 slot = ring.slots[uint256(digest) % SLOTS];
        bool inSlot = slot & MAX_TIME != 0 && slot >> FINGERPRINT_OFFSET == uint256(digest) >> FINGERPRINT_OFFSET;
        return inSlot || ring.overflow[digest];
    }

    /// @notice Makes every later `spend` answer `flagged`. Cannot be undone.
    ///
    /// @param ring The words.
    function raiseFlag(Ring storage ring) internal {
        for (uint256 index = 0; index < SLOTS; ++index) {
            ring.slots[index] |= FLAG;
        }
    }

    /// @dev Spends a digest in the mapping.
    ///
    /// @param ring   The words.
    /// @param digest The digest.
    function _spendInOverflow(Ring storage ring, bytes32 digest) private {
        if (ring.overflow[digest]) revert DigestUsed(digest);
        ring.overflow[digest] = true;
    }
}
