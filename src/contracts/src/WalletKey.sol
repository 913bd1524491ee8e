// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority, KEY_PLACES} from "./Authority.sol";
import {WalletAuthority} from "./WalletAuthority.sol";
import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title WalletKey
///
/// @notice Stores the passkeys that a wallet obeys, and replaces them when they are lost.
///
/// @dev The first key has place 0. It is part of the wallet's code, in the clone's immutable arguments `abi.encode(qx,
///      qy, rpIdHash)`. Further keys of the same relying party are in storage, in places 1 to 7. Each valid key can
///      sign alone. A signature contains the place of its key. In a signature, 0 stands for the main key, which is the
///      valid key in the lowest place. A wallet with one key therefore needs no number other than 0, whatever the key's
///      place.
///
///      Recovery: the wallet sets a backup address with a call to itself, signed by a passkey. The backup proposes a
///      new public key, and anyone can finish the recovery after `RECOVERY_DELAY`. Until it is finished, a valid
///      passkey can cancel the proposal, also repeatedly, and can replace the backup. Both are calls of the wallet to
///      itself. The backup can do nothing else. After a recovery, only the recovered key is valid.
abstract contract WalletKey is WalletAuthority {
    /// @notice The public key in a place.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y. Zero if there is no key, because no point of P-256 has y = 0.
    struct PublicKey {
        uint256 qx;
        uint256 qy;
    }

    /// @notice A proposed recovery.
    ///
    /// @param qx          Coordinate x of the proposed public key.
    /// @param qy          Coordinate y of the proposed public key.
    /// @param effectiveAt Unix time in seconds from which it can be finished. Zero if nothing is proposed.
    struct Recovery {
        uint256 qx;
        uint256 qy;
        uint256 effectiveAt;
    }

    /// @notice Thrown when an account other than the backup address proposes a recovery.
    ///
    /// @param caller The calling account.
    error OnlyBackup(address caller);

    /// @notice Thrown when a new public key is not a point of P-256.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    error InvalidPublicKey(uint256 qx, uint256 qy);

    /// @notice Thrown when there is no proposed recovery to cancel or to finish.
    error NoRecoveryPending();

    /// @notice Thrown when a recovery is finished too early.
    ///
    /// @param effectiveAt Unix time in seconds from which it can be finished.
    error RecoveryNotReady(uint256 effectiveAt);

    /// @notice Thrown when the implementation itself is used as a wallet.
    error NotAWallet();

    /// @notice Thrown when the added key is already valid.
    ///
    /// @param place The key's place.
    error KeyAlreadyAdded(uint256 place);

    /// @notice Thrown when a key is added and all places are taken.
    error NoPlaceLeft();

    /// @notice Thrown when the key to remove is not valid.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    error UnknownKey(uint256 qx, uint256 qy);

    /// @notice Thrown when the key to remove is the only valid key.
    error LastKey();

    /// @notice The backup address was set. A pending proposal was deleted.
    ///
    /// @param backup The address. Zero means none.
    event BackupSet(address indexed backup);

    /// @notice The backup proposed a new public key.
    ///
    /// @param qx          Coordinate x.
    /// @param qy          Coordinate y.
    /// @param effectiveAt Unix time in seconds from which it can be finished.
    event RecoveryProposed(uint256 qx, uint256 qy, uint256 effectiveAt);

    /// @notice The proposed recovery was cancelled by a valid passkey.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    event RecoveryCancelled(uint256 qx, uint256 qy);

    /// @notice A recovery was finished. The wallet now obeys only the recovered public key.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    event RecoveryFinished(uint256 qx, uint256 qy);

    /// @notice A public key was added.
    ///
    /// @param place Its place, which signatures by this key contain.
    /// @param qx    Coordinate x.
    /// @param qy    Coordinate y.
    event KeyAdded(uint256 indexed place, uint256 qx, uint256 qy);

    /// @notice A public key was removed.
    ///
    /// @param place The place it had.
    /// @param qx    Coordinate x.
    /// @param qy    Coordinate y.
    event KeyRemoved(uint256 indexed place, uint256 qx, uint256 qy);

    /// @notice Time in seconds between a proposal and the moment when it can be finished.
    uint256 public constant RECOVERY_DELAY = 3 days;

    /// @dev Offset of the immutable arguments in the code of a clone.
    uint256 private constant ARGUMENTS_OFFSET = 0x2d;

    /// @dev The implementation's own address.
    address private immutable _self = address(this);

    /// @notice The address that may propose a new public key. Zero means none.
    address public backup;

    /// @notice The pending proposal of the backup. All zero if nothing is pending.
    Recovery public pendingRecovery;

    /// @dev The keys in storage, by place. Place 0 is never used. The authority word tells which of them are valid.
    PublicKey[KEY_PLACES] private _stored;

    /// @notice Sets the address that may propose a new public key, and deletes a pending proposal. Only the wallet
    ///         itself can call this.
    ///
    /// @param newBackup The address. Zero means none.
    function setBackup(address newBackup) external onlySelf {
        backup = newBackup;
        delete pendingRecovery;
        emit BackupSet(newBackup);
    }

    /// @notice Proposes a new public key. Only the backup address can call this. A further proposal replaces the first
    ///         one and starts the delay again. The relying party stays the same.
    ///
    /// @param newQx Coordinate x.
    /// @param newQy Coordinate y.
    function proposeRecovery(uint256 newQx, uint256 newQy) external {
        if (msg.sender != backup) revert OnlyBackup(msg.sender);
        // A key that is not a point of the curve could sign nothing, and the wallet would be lost.
        if (!P256.isValidPublicKey(bytes32(newQx), bytes32(newQy))) revert InvalidPublicKey(newQx, newQy);
        uint256 effectiveAt = block.timestamp + RECOVERY_DELAY;
        pendingRecovery = Recovery(newQx, newQy, effectiveAt);
        emit RecoveryProposed(newQx, newQy, effectiveAt);
    }

    /// @notice Cancels the proposed recovery, at any time before it is finished. Only the wallet itself can call this.
    function cancelRecovery() external onlySelf {
        Recovery memory pending = _takePendingRecovery();
        emit RecoveryCancelled(pending.qx, pending.qy);
    }

    /// @notice Makes the proposed public key the wallet's only valid one, after the delay. Anyone can call this.
    ///
    /// @dev The key is stored in place 1. The co-signer stays. A removal started by the former key is dropped.
    function finishRecovery() external {
        Recovery memory pending = _takePendingRecovery();
        if (block.timestamp < pending.effectiveAt) revert RecoveryNotReady(pending.effectiveAt);
        Authority authority = _authority();
        for (uint256 place = 2; place < KEY_PLACES; ++place) {
            if (authority.hasKey(place)) delete _stored[place];
        }
        _stored[1] = PublicKey(pending.qx, pending.qy);
        _setAuthority(authority.recovered());
        emit RecoveryFinished(pending.qx, pending.qy);
    }

    /// @notice Adds a passkey of the same relying party that can sign for the wallet. Only the wallet itself can call
    ///         this.
    ///
    /// @dev The key gets the lowest free place from 1 to 7.
    ///
    /// @param newQx Coordinate x.
    /// @param newQy Coordinate y.
    function addKey(uint256 newQx, uint256 newQy) external onlySelf {
        if (!P256.isValidPublicKey(bytes32(newQx), bytes32(newQy))) revert InvalidPublicKey(newQx, newQy);
        Authority authority = _authority();
        uint256 taken = _findKey(authority, newQx, newQy);
        if (taken != KEY_PLACES) revert KeyAlreadyAdded(taken);
        uint256 place = 1;
        while (place < KEY_PLACES && authority.hasKey(place)) ++place;
        if (place == KEY_PLACES) revert NoPlaceLeft();
        _stored[place] = PublicKey(newQx, newQy);
        _setAuthority(authority.withOtherKey(place));
        emit KeyAdded(place, newQx, newQy);
    }

    /// @notice Removes a passkey, unless it is the only valid one. Only the wallet itself can call this.
    ///
    /// @dev The key is identified by its coordinates, not by its place. A signed removal therefore applies to the same
    ///      key even if keys change before it is executed.
    ///
    /// @param oldQx Coordinate x.
    /// @param oldQy Coordinate y.
    function removeKey(uint256 oldQx, uint256 oldQy) external onlySelf {
        Authority authority = _authority();
        uint256 place = _findKey(authority, oldQx, oldQy);
        if (place == KEY_PLACES) revert UnknownKey(oldQx, oldQy);
        Authority changed = authority.withOtherKey(place);
        if (!changed.hasAnyKey()) revert LastKey();
        delete _stored[place];
        _setAuthority(changed);
        emit KeyRemoved(place, oldQx, oldQy);
    }

    /// @notice Returns all valid public keys.
    ///
    /// @return all The keys by place. Zeros in places without a valid key.
    function keys() external view returns (PublicKey[KEY_PLACES] memory all) {
        Authority authority = _authority();
        for (uint256 place = 0; place < KEY_PLACES; ++place) {
            if (authority.hasKey(place)) all[place] = _keyIn(place);
        }
    }

    /// @notice Returns coordinate x of the main key.
    ///
    /// @return x The coordinate.
    function qx() external view returns (uint256 x) {
        return _keyIn(_authority().mainPlace()).qx;
    }

    /// @notice Returns coordinate y of the main key.
    ///
    /// @return y The coordinate.
    function qy() external view returns (uint256 y) {
        return _keyIn(_authority().mainPlace()).qy;
    }

    /// @notice Returns SHA-256 of the relying party id of the wallet's passkeys. It never changes.
    ///
    /// @return hash The hash.
    function rpIdHash() external view returns (bytes32 hash) {
        return _credential(Authority.wrap(0), 0).rpIdHash;
    }

    /// @notice Returns whether the public key that the wallet was deployed with is no longer valid, after a recovery or
    ///         its removal.
    ///
    /// @return replaced True if so.
    function isKeyReplaced() external view returns (bool replaced) {
        return !_authority().hasKey(0);
    }

    /// @dev Returns the credential whose assertion is expected.
    ///
    /// @param authority The word.
    /// @param number    The key's place; 0 for the main key.
    ///
    /// @return credential The public key and the relying party. If no key with this number is valid, the key is zero,
    ///                    for which every signature is invalid.
    function _credential(Authority authority, uint256 number)
        internal
        view
        returns (WebAuthnVerifier.Credential memory credential)
    {
        if (address(this) == _self) revert NotAWallet();
        assembly ("memory-safe") {
            extcodecopy(address(), credential, ARGUMENTS_OFFSET, 0x60)
        }
        // This is the case for almost every wallet, so it returns early.
        if (Authority.unwrap(authority) | number == 0) return credential;
        uint256 place = number == 0 ? authority.mainPlace() : number;
        if (place == 0) return credential;
        bool counts = place < KEY_PLACES && authority.hasKey(place);
        credential.qx = counts ? _stored[place].qx : 0;
        credential.qy = counts ? _stored[place].qy : 0;
    }

    /// @dev Returns the key in a place, whether it is valid or not.
    ///
    /// @param place The place.
    ///
    /// @return key The key.
    function _keyIn(uint256 place) private view returns (PublicKey memory key) {
        if (place != 0) return _stored[place];
        WebAuthnVerifier.Credential memory first = _credential(Authority.wrap(0), 0);
        return PublicKey(first.qx, first.qy);
    }

    /// @dev Finds a key among the valid ones.
    ///
    /// @param authority The word.
    /// @param x         Coordinate x.
    /// @param y         Coordinate y.
    ///
    /// @return place Its place, or `KEY_PLACES` if it is not among them.
    function _findKey(Authority authority, uint256 x, uint256 y) private view returns (uint256 place) {
        for (; place < KEY_PLACES; ++place) {
            if (!authority.hasKey(place)) continue;
            PublicKey memory key = _keyIn(place);
            if (key.qx == x && key.qy == y) return place;
        }
    }

    /// @dev Deletes and returns `pendingRecovery`. Reverts if nothing is pending.
    ///
    /// @return pending The deleted proposal.
    function _takePendingRecovery() private returns (Recovery memory pending) {
        pending = pendingRecovery;
        if (pending.effectiveAt == 0) revert NoRecoveryPending();
        delete pendingRecovery;
    }
}
