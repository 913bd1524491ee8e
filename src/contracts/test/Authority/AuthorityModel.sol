// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title AuthorityModel
///
/// @notice A model of the authority over a wallet in plain variables. Tests compare it with the packed word, the ring's
///         flag and the keys in storage. Keys are numbers from 1, stored by place; 0 means no key.
contract AuthorityModel {
    uint256 public constant NONE = 0;
    uint256 private constant DELAY = 3 days;
    uint256 private constant OBJECTED_DELAY = 30 days;

    address public namedCoSigner;
    uint256 public startedAt;
    bool public objected;
    uint256[8] public keyIn;
    address public backup;
    uint256 public proposedKey;
    uint256 public proposedAt;

    constructor(uint256 firstKey) {
        keyIn[0] = firstKey;
    }

    function until() public view returns (uint256) {
        if (startedAt == 0) return 0;
        return startedAt + (objected ? OBJECTED_DELAY : DELAY);
    }

    function coSigner() public view returns (address) {
        return startedAt != 0 && block.timestamp >= until() ? address(0) : namedCoSigner;
    }

    function mainPlace() public view returns (uint256 place) {
        while (keyIn[place] == NONE) {
            ++place;
        }
    }

    function placeOf(uint256 key) public view returns (uint256 place) {
        while (place < 8 && keyIn[place] != key) {
            ++place;
        }
    }

    function countKeys() public view returns (uint256 count) {
        for (uint256 place = 0; place < 8; ++place) {
            if (keyIn[place] != NONE) ++count;
        }
    }

    /// Returns whether a call signed by a key must be accepted. The key must be valid. There must be a co-signature
    /// exactly if there is a co-signer and the call does not start its removal.
    function mayAct(uint256 key, bool coSigned, bool startsRemoval) external view returns (bool) {
        if (placeOf(key) == 8) return false;
        bool needed = coSigner() != address(0) && !startsRemoval;
        return needed == coSigned;
    }

    // The functions of the wallet. Each returns whether the wallet must accept the call.

    function setCoSigner(address newCoSigner) external returns (bool) {
        (namedCoSigner, startedAt, objected) = (newCoSigner, 0, false);
        return true;
    }

    function startRemoval() external returns (bool) {
        if (coSigner() == address(0) || startedAt != 0) return false;
        startedAt = block.timestamp;
        return true;
    }

    function object(address caller) external returns (bool) {
        if (caller != coSigner() || startedAt == 0 || objected) return false;
        objected = true;
        return true;
    }

    function keep() external returns (bool) {
        if (coSigner() == address(0) || startedAt == 0) return false;
        (startedAt, objected) = (0, false);
        return true;
    }

    function addKey(uint256 key) external returns (bool) {
        if (placeOf(key) != 8) return false;
        for (uint256 place = 1; place < 8; ++place) {
            if (keyIn[place] != NONE) continue;
            keyIn[place] = key;
            return true;
        }
        return false;
    }

    function removeKey(uint256 key) external returns (bool) {
        uint256 place = placeOf(key);
        if (place == 8 || countKeys() == 1) return false;
        keyIn[place] = NONE;
        return true;
    }

    function setBackup(address newBackup) external returns (bool) {
        (backup, proposedKey, proposedAt) = (newBackup, NONE, 0);
        return true;
    }

    function propose(address caller, uint256 key) external returns (bool) {
        if (caller != backup) return false;
        (proposedKey, proposedAt) = (key, block.timestamp);
        return true;
    }

    function cancelRecovery() external returns (bool) {
        if (proposedKey == NONE) return false;
        (proposedKey, proposedAt) = (NONE, 0);
        return true;
    }

    function finishRecovery() external returns (bool) {
        if (proposedKey == NONE || block.timestamp < proposedAt + DELAY) return false;
        namedCoSigner = coSigner();
        (startedAt, objected) = (0, false);
        delete keyIn;
        keyIn[1] = proposedKey;
        (proposedKey, proposedAt) = (NONE, 0);
        return true;
    }
}
