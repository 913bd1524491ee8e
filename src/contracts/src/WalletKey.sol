// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title WalletKey
///
/// @notice Which passkey a wallet obeys, and how it is replaced when it is lost.
///
/// @dev The first key is part of the wallet's code: the immutable arguments `abi.encode(qx, qy, rpIdHash)` of the clone.
///      A recovered key is in storage and counts as soon as it is there.
///
///      Recovery: the wallet names a backup address (by a call to itself, so by the passkey). The backup proposes a new
///      public key; after `RECOVERY_DELAY` anyone can finish. Until then the present passkey can cancel, by a call of
///      the wallet to itself, as often as it wants, and can replace the backup. The backup can do nothing else.
abstract contract WalletKey {
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

    /// @notice Thrown when a function that only the wallet itself may call is called by another.
    ///
    /// @param caller Who called.
    error OnlySelf(address caller);

    /// @notice Thrown when recovery is proposed by another than the backup address.
    ///
    /// @param caller Who called.
    error OnlyBackup(address caller);

    /// @notice Thrown when the proposed public key is not a point of P-256.
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

    /// @dev The recovered public key. y is zero while there is none: no point of P-256 has y = 0.
    uint256 private _recoveredQx;
    uint256 private _recoveredQy;

    /// @dev Lets only the wallet itself call, that is its passkey.
    modifier onlySelf() {
        if (msg.sender != address(this)) revert OnlySelf(msg.sender);
        _;
    }

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

    /// @notice Makes the proposed public key the wallet's, once the delay has passed. Open to anyone.
    function finishRecovery() external {
        Recovery memory pending = _takePendingRecovery();
        if (block.timestamp < pending.effectiveAt) revert RecoveryNotReady(pending.effectiveAt);
        _recoveredQx = pending.qx;
        _recoveredQy = pending.qy;
        _onKeyReplaced();
        emit RecoveryFinished(pending.qx, pending.qy);
    }

    /// @notice Coordinate x of the public key the wallet obeys now.
    ///
    /// @return x The coordinate.
    function qx() external view returns (uint256 x) {
        return _credential(isKeyReplaced()).qx;
    }

    /// @notice Coordinate y of the public key the wallet obeys now.
    ///
    /// @return y The coordinate.
    function qy() external view returns (uint256 y) {
        return _credential(isKeyReplaced()).qy;
    }

    /// @notice SHA-256 of the relying party id the wallet's passkeys belong to. Never changes.
    ///
    /// @return hash The hash.
    function rpIdHash() external view returns (bytes32 hash) {
        return _credential(false).rpIdHash;
    }

    /// @notice Whether a recovery has replaced the public key the wallet was deployed with.
    ///
    /// @return replaced Whether it has.
    function isKeyReplaced() public view returns (bool replaced) {
        return _recoveredQy != 0;
    }

    /// @dev Called when the recovered key was stored.
    function _onKeyReplaced() internal virtual;

    /// @dev Whose assertions count.
    ///
    /// @param replaced What `isKeyReplaced` returns. A parameter, because `execute` knows it without a storage read.
    ///
    /// @return credential The public key and the relying party.
    function _credential(bool replaced) internal view returns (WebAuthnVerifier.Credential memory credential) {
        if (address(this) == _self) revert NotAWallet();
        assembly ("memory-safe") {
            extcodecopy(address(), credential, ARGUMENTS_OFFSET, 0x60)
        }
        if (replaced) {
            credential.qx = _recoveredQx;
            credential.qy = _recoveredQy;
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
