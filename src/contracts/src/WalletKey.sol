// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority, KEY_PLACES} from "./Authority.sol";
import {WalletAuthority} from "./WalletAuthority.sol";
import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title WalletKey
///
/// @notice Which passkeys a wallet obeys, and how they are replaced when they are lost.
///
/// @dev The first key is part of the wallet's code: the immutable arguments `abi.encode(qx, qy, rpIdHash)` of the clone,
///      and has place 0. Further keys of the same relying party are in storage, in places 1 to 7, and each of them suffices
///      alone. A signature names its key by its place; 0 stands for the main key, which is the one in the lowest place that
///      counts. So a wallet with one key needs no number, wherever its key is.
///
///      Recovery: the wallet names a backup address (by a call to itself, so by a passkey). The backup proposes a new
///      public key; after `RECOVERY_DELAY` anyone can finish. Until then a present passkey can cancel, by a call of
///      the wallet to itself, as often as it wants, and can replace the backup. The backup can do nothing else. The
///      recovered key is the only one that is left.
abstract contract WalletKey is WalletAuthority {
    /// @notice A public key in a place.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y; zero where there is no key: no point of P-256 has y = 0.
    struct PublicKey {
        uint256 qx;
        uint256 qy;
    }

    /// @notice A recovery that has been proposed.
    ///
    /// @param qx          Coordinate x of the proposed public key.
    /// @param qy          Coordinate y of the proposed public key.
    /// @param effectiveAt Unix time in seconds from which on it can be finished; zero when nothing is proposed.
    struct Recovery {
        uint256 qx;
        uint256 qy;
        uint256 effectiveAt;
    }

    /// @notice Thrown when recovery is proposed by another than the backup address.
    ///
    /// @param caller Who called.
    error OnlyBackup(address caller);

    /// @notice Thrown when a new public key is not a point of P-256.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    error InvalidPublicKey(uint256 qx, uint256 qy);

    /// @notice Thrown when there is nothing to cancel or to finish.
    error NoRecoveryPending();

    /// @notice Thrown when a recovery is finished too early.
    ///
    /// @param effectiveAt Unix time in seconds from which on it can be finished.
    error RecoveryNotReady(uint256 effectiveAt);

    /// @notice Thrown when the implementation is used as if it were a wallet.
    error NotAWallet();

    /// @notice Thrown when a key is added that the wallet obeys already.
    ///
    /// @param place The key's place.
    error KeyAlreadyAdded(uint256 place);

    /// @notice Thrown when a key is added and every place is taken.
    error NoPlaceLeft();

    /// @notice Thrown when a key is removed that the wallet does not obey.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    error UnknownKey(uint256 qx, uint256 qy);

    /// @notice Thrown when the only key is removed.
    error LastKey();

    /// @notice The backup address was set. What it had proposed is void.
    ///
    /// @param backup The address; zero for none.
    event BackupSet(address indexed backup);

    /// @notice The backup proposed a new public key.
    ///
    /// @param qx          Coordinate x.
    /// @param qy          Coordinate y.
    /// @param effectiveAt Unix time in seconds from which on it can be finished.
    event RecoveryProposed(uint256 qx, uint256 qy, uint256 effectiveAt);

    /// @notice The proposed public key was refused by the present passkey.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    event RecoveryCancelled(uint256 qx, uint256 qy);

    /// @notice The wallet obeys a new public key from now on.
    ///
    /// @param qx Coordinate x.
    /// @param qy Coordinate y.
    event RecoveryFinished(uint256 qx, uint256 qy);

    /// @notice The wallet obeys one more public key.
    ///
    /// @param place Its place, by which signatures name it.
    /// @param qx    Coordinate x.
    /// @param qy    Coordinate y.
    event KeyAdded(uint256 indexed place, uint256 qx, uint256 qy);

    /// @notice The wallet obeys a public key no longer.
    ///
    /// @param place The place it had.
    /// @param qx    Coordinate x.
    /// @param qy    Coordinate y.
    event KeyRemoved(uint256 indexed place, uint256 qx, uint256 qy);

    /// @notice Seconds between a proposal and the moment it can be finished.
    uint256 public constant RECOVERY_DELAY = 3 days;

    /// @dev Where the immutable arguments begin in the code of a clone.
    uint256 private constant ARGUMENTS_OFFSET = 0x2d;

    /// @dev The implementation's own address.
    address private immutable _self = address(this);

    /// @notice Who may propose a new public key; zero for none.
    address public backup;

    /// @notice What the backup has proposed; all zero when nothing is pending.
    Recovery public pendingRecovery;

    /// @dev The keys in storage, by place; place 0 is never used. Which of them count says the word of authority.
    PublicKey[KEY_PLACES] private _stored;

    /// @notice Names the address that may propose a new public key, and voids what is proposed. Only by the wallet.
    ///
    /// @param newBackup The address; zero for none.
    function setBackup(address newBackup) external onlySelf {
        backup = newBackup;
        delete pendingRecovery;
        emit BackupSet(newBackup);
    }

    /// @notice Proposes a new public key. Only by the backup address. A further proposal replaces the first one and
    ///         waits for the whole delay again. The relying party stays the same.
    ///
    /// @param newQx Coordinate x.
    /// @param newQy Coordinate y.
    function proposeRecovery(uint256 newQx, uint256 newQy) external {
        if (msg.sender != backup) revert OnlyBackup(msg.sender);
        // A key that is no point cannot sign or cancel: the wallet would be lost.
        if (!P256.isValidPublicKey(bytes32(newQx), bytes32(newQy))) revert InvalidPublicKey(newQx, newQy);
        uint256 effectiveAt = block.timestamp + RECOVERY_DELAY;
        pendingRecovery = Recovery(newQx, newQy, effectiveAt);
        emit RecoveryProposed(newQx, newQy, effectiveAt);
    }

    /// @notice Refuses the proposed public key, at any time before it is finished. Only by the wallet.
    function cancelRecovery() external onlySelf {
        Recovery memory pending = _takePendingRecovery();
        emit RecoveryCancelled(pending.qx, pending.qy);
    }

    /// @notice Makes the proposed public key the wallet's only one, once the delay has passed. Open to anyone.
    ///
    /// @dev It is stored in place 1. The co-signer stays; a removal that the former key has started is void.
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

    /// @notice Lets one more passkey of the same relying party sign for the wallet. Only by the wallet.
    ///
    /// @dev It takes the lowest free place from 1 to 7.
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

    /// @notice Takes a passkey's power to sign away, unless it is the only one. Only by the wallet.
    ///
    /// @dev By its coordinates: what was signed means the same key, whatever happens before it is executed.
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

    /// @notice Every public key the wallet obeys.
    ///
    /// @return all The keys by place, with zeros where there is none.
    function keys() external view returns (PublicKey[KEY_PLACES] memory all) {
        Authority authority = _authority();
        for (uint256 place = 0; place < KEY_PLACES; ++place) {
            if (authority.hasKey(place)) all[place] = _keyIn(place);
        }
    }

    /// @notice Coordinate x of the main key.
    ///
    /// @return x The coordinate.
    function qx() external view returns (uint256 x) {
        return _keyIn(_authority().mainPlace()).qx;
    }

    /// @notice Coordinate y of the main key.
    ///
    /// @return y The coordinate.
    function qy() external view returns (uint256 y) {
        return _keyIn(_authority().mainPlace()).qy;
    }

    /// @notice SHA-256 of the relying party id the wallet's passkeys belong to. Never changes.
    ///
    /// @return hash The hash.
    function rpIdHash() external view returns (bytes32 hash) {
        return _credential(Authority.wrap(0), 0).rpIdHash;
    }

    /// @notice Whether the wallet no longer obeys the public key it was deployed with, after a recovery or its removal.
    ///
    /// @return replaced Whether it does not.
    function isKeyReplaced() external view returns (bool replaced) {
        return !_authority().hasKey(0);
    }

    /// @dev Whose assertion is expected.
    ///
    /// @param authority The word.
    /// @param number    The key's place; 0 for the main key.
    ///
    /// @return credential The public key and the relying party. The key is zero, for which no signature holds, where none
    ///                    with this number counts.
    function _credential(Authority authority, uint256 number)
        internal
        view
        returns (WebAuthnVerifier.Credential memory credential)
    {
        if (address(this) == _self) revert NotAWallet();
        assembly ("memory-safe") {
            extcodecopy(address(), credential, ARGUMENTS_OFFSET, 0x60)
        }
        // So it is with almost every wallet.
        if (Authority.unwrap(authority) | number == 0) return credential;
        uint256 place = number == 0 ? authority.mainPlace() : number;
        if (place == 0) return credential;
        bool counts = place < KEY_PLACES && authority.hasKey(place);
        credential.qx = counts ? _stored[place].qx : 0;
        credential.qy = counts ? _stored[place].qy : 0;
    }

    /// @dev The key in a place, whether it counts or not.
    ///
    /// @param place The place.
    ///
    /// @return key The key.
    function _keyIn(uint256 place) private view returns (PublicKey memory key) {
        if (place != 0) return _stored[place];
        WebAuthnVerifier.Credential memory first = _credential(Authority.wrap(0), 0);
        return PublicKey(first.qx, first.qy);
    }

    /// @dev Finds a key among those that count.
    ///
    /// @param authority The word.
    /// @param x         Coordinate x.
    /// @param y         Coordinate y.
    ///
    /// @return place Its place; `KEY_PLACES` when it is none of them.
    function _findKey(Authority authority, uint256 x, uint256 y) private view returns (uint256 place) {
        for (; place < KEY_PLACES; ++place) {
            if (!authority.hasKey(place)) continue;
            PublicKey memory key = _keyIn(place);
            if (key.qx == x && key.qy == y) return place;
        }
    }

    /// @dev Empties `pendingRecovery`; reverts when it is empty.
    ///
    /// @return pending What it was.
    function _takePendingRecovery() private returns (Recovery memory pending) {
        pending = pendingRecovery;
        if (pending.effectiveAt == 0) revert NoRecoveryPending();
        delete pendingRecovery;
    }
}
