// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title ReplayRing
///
/// @notice Records spent digests, each until it expires, in eight storage slots that are reused.
///
/// @dev A spent digest must be recorded only while it could still be accepted, that is until its expiration. A mapping
///      would record it forever and pay for a new storage slot (22,100 gas) each time. Writing a used slot again costs
///      5,000 gas.
///
///      Layout of a slot, from the high bits: fingerprint (175), flag (1), overflowUntil (40), expiration (40).
///      A digest belongs to slot `digest mod 8`; its fingerprint is its upper 175 bits.
///
///      Invariants, checked by `test/ReplayRing/ReplayRing.invariant.t.sol` against a plain mapping:
///
///      - No digest is spent twice.
///      - A digest that was not spent and has not expired can be spent. (A digest that equals a spent one in its upper
///        175 and lower 3 bits would be refused. Finding such a pair takes 2^89 hashes and gains nothing, because it
///        causes a refusal and never a second execution.)
///      - A slot whose digest has not expired is never overwritten. A second unexpired digest of the same slot goes to
///        `overflow`. `overflowUntil` is at least the expiration of every digest in `overflow` that belongs to this
///        slot and whose expiration fits into 40 bits.
///      - A digest whose expiration does not fit into 40 bits is stored and looked up only in `overflow`. The place of
///        a digest therefore changes between two attempts only if its slot was freed by time, and `overflowUntil`
///        covers that case.
library ReplayRing {
    /// @notice The storage of one wallet.
    ///
    /// @param slots    The ring.
    /// @param overflow Spent digests whose slot was taken, or whose expiration does not fit into a slot.
    struct Ring {
        uint256[8] slots;
        mapping(bytes32 digest => bool spent) overflow;
    }

    /// @notice Thrown when a digest is spent at or after its expiration, which must be in the future.
    ///
    /// @param expiration Unix time in seconds.
    error Expired(uint256 expiration);

    /// @notice Thrown when a digest is spent a second time.
    ///
    /// @param digest The digest.
    error DigestUsed(bytes32 digest);

    /// @dev Number of slots. The low bits of a digest select its slot.
    uint256 private constant SLOTS = 8;

    /// @dev The largest expiration that fits into a slot, in the year 36812.
    uint256 private constant MAX_TIME = type(uint40).max;

    /// @dev Number of bits below overflowUntil, the flag bit itself, and the number of bits below the fingerprint.
    uint256 private constant UNTIL_OFFSET = 40;
    uint256 private constant FLAG = 1 << 80;
    uint256 private constant FINGERPRINT_OFFSET = 81;

    /// @notice Marks a digest as spent. This is possible once, and only before its expiration.
    ///
    /// @dev Reverts with `Expired` or `DigestUsed`.
    ///
    /// @param ring       The storage.
    /// @param digest     The digest. It must bind `expiration`, so that the same digest always has the same expiration.
    /// @param expiration Unix time in seconds. The digest can be spent while `block.timestamp < expiration`.
    ///
    /// @return flagged True if `raiseFlag` was called. Reading the flag costs no extra gas, because the slot is read in
    ///                 any case.
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
            // The slot is taken by an unexpired digest: this one, or another one that must not be overwritten.
            if (slot >> FINGERPRINT_OFFSET == uint256(digest) >> FINGERPRINT_OFFSET) revert DigestUsed(digest);
            _spendInOverflow(ring, digest);
            if (expiration > overflowUntil) {
                ring.slots[index] = slot ^ ((overflowUntil ^ expiration) << UNTIL_OFFSET);
            }
        } else {
            // The slot is free. This digest may have been spent while another one held the slot.
            if (overflowUntil > block.timestamp && ring.overflow[digest]) revert DigestUsed(digest);
            uint256 fingerprint = uint256(digest) >> FINGERPRINT_OFFSET << FINGERPRINT_OFFSET;
            ring.slots[index] = fingerprint | (slot & (FLAG | (MAX_TIME << UNTIL_OFFSET))) | expiration;
        }
    }

    /// @notice Returns whether a digest was spent.
    ///
    /// @dev Exact until the digest's expiration. After that, it may become false when the slot is reused.
    ///
    /// @param ring   The storage.
    /// @param digest The digest.
    ///
    /// @return spent True if so.
    function isSpent(Ring storage ring, bytes32 digest) internal view returns (bool spent) {
        uint256 slot = ring.slots[uint256(digest) % SLOTS];
        bool inSlot = slot & MAX_TIME != 0 && slot >> FINGERPRINT_OFFSET == uint256(digest) >> FINGERPRINT_OFFSET;
        return inSlot || ring.overflow[digest];
    }

    /// @notice Makes every later `spend` return `flagged` as true. Cannot be undone.
    ///
    /// @param ring The storage.
    function raiseFlag(Ring storage ring) internal {
        for (uint256 index = 0; index < SLOTS; ++index) {
            ring.slots[index] |= FLAG;
        }
    }

    /// @dev Spends a digest in the mapping.
    ///
    /// @param ring   The storage.
    /// @param digest The digest.
    function _spendInOverflow(Ring storage ring, bytes32 digest) private {
        if (ring.overflow[digest]) revert DigestUsed(digest);
        ring.overflow[digest] = true;
    }
}
