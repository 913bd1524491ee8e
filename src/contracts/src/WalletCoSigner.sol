// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";
import {ExecuteCall} from "./PackedExecute.sol";
import {WalletAuthority} from "./WalletAuthority.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title WalletCoSigner
///
/// @notice Manages the co-signer: the address that must sign too, and the ways in which it loses that power.
///
/// @dev While there is a co-signer, everything needs two signatures over the same digest: one by a key of the wallet
///      and one by the co-signer. The co-signer signs by ECDSA, or by ERC-1271 if it has code. Neither side can do
///      anything alone, with one exception each, so that neither can block the other forever:
///
///      - The owner alone can start the removal of the co-signer, with a signed call that does nothing else. The
///        removal takes effect by itself after `CO_SIGNER_REMOVAL_DELAY`.
///      - The co-signer alone can object, once for each start. The removal then takes effect `OBJECTED_REMOVAL_DELAY`
///        after its start. Repeated objections would lock the owner's assets forever.
///
///      Both together can keep the co-signer, or set another one immediately.
abstract contract WalletCoSigner is WalletAuthority {
    /// @notice Thrown when the wallet would become its own co-signer. It could never sign as one.
    ///
    /// @param coSigner The address.
    error InvalidCoSigner(address coSigner);

    /// @notice Thrown when the co-signature is missing or invalid, or is given although there is no co-signer.
    ///
    /// @param digest   Digest that should have been signed.
    /// @param coSigner Address that should have signed it. Zero if there is no co-signer.
    error CoSignatureRejected(bytes32 digest, address coSigner);

    /// @notice Thrown when an account other than the co-signer objects.
    ///
    /// @param caller The calling account.
    error OnlyCoSigner(address caller);

    /// @notice Thrown when there is no co-signer to remove.
    error NoCoSigner();

    /// @notice Thrown when a removal is started while another one is pending.
    ///
    /// @param until Unix time in seconds at which the pending removal takes effect.
    error RemovalPending(uint256 until);

    /// @notice Thrown when there is no pending removal, or when the co-signer has already objected to it.
    error NoRemovalPending();

    /// @notice A co-signer was set or removed.
    ///
    /// @param coSigner The address. Zero means no co-signer.
    event CoSignerSet(address indexed coSigner);

    /// @notice The owner has started the removal of the co-signer, without the co-signer's signature.
    ///
    /// @param coSigner The co-signer that loses its power.
    /// @param until    Unix time in seconds at which it loses its power.
    event CoSignerRemovalStarted(address indexed coSigner, uint256 until);

    /// @notice The co-signer has objected to its removal.
    ///
    /// @param coSigner The co-signer that loses its power.
    /// @param until    The new Unix time in seconds at which it loses its power.
    event CoSignerRemovalObjected(address indexed coSigner, uint256 until);

    /// @notice Owner and co-signer have cancelled the removal.
    ///
    /// @param coSigner The co-signer that keeps its power.
    event CoSignerKept(address indexed coSigner);

    /// @notice Time in seconds between the start of a removal and its effect.
    uint256 public constant CO_SIGNER_REMOVAL_DELAY = 3 days;

    /// @notice Time in seconds between the start of a removal and its effect if the co-signer has objected.
    uint256 public constant OBJECTED_REMOVAL_DELAY = 30 days;

    /// @notice Sets the co-signer, effective immediately. Only the wallet itself can call this, so the present
    ///         co-signer must sign too.
    ///
    /// @dev The new co-signer does not have to accept. If the address is wrong, the owner must wait for a removal.
    ///
    /// @param newCoSigner The address. Zero means no co-signer.
    function setCoSigner(address newCoSigner) external onlySelf {
        if (newCoSigner == address(this)) revert InvalidCoSigner(newCoSigner);
        _setAuthority(_authority().withCoSigner(newCoSigner));
        emit CoSignerSet(newCoSigner);
    }

    /// @notice Starts the removal of the co-signer. Only the wallet itself can call this. No co-signature is needed if
    ///         this is the whole signed call, without value, fee and further data.
    function startCoSignerRemoval() external onlySelf {
        Authority authority = _authority();
        address present = authority.coSigner();
        if (present == address(0)) revert NoCoSigner();
        if (authority.until() != 0) revert RemovalPending(authority.until());
        uint256 end = block.timestamp + CO_SIGNER_REMOVAL_DELAY;
        _setAuthority(authority.withRemoval(end, false));
        emit CoSignerRemovalStarted(present, end);
    }

    /// @notice Delays the pending removal. Only the co-signer can call this, once for each start.
    function objectToRemoval() external {
        Authority authority = _authority();
        if (msg.sender != authority.coSigner()) revert OnlyCoSigner(msg.sender);
        if (authority.until() == 0 || authority.hasObjected()) revert NoRemovalPending();
        uint256 end = authority.until() - CO_SIGNER_REMOVAL_DELAY + OBJECTED_REMOVAL_DELAY;
        _setAuthority(authority.withRemoval(end, true));
        emit CoSignerRemovalObjected(msg.sender, end);
    }

    /// @notice Cancels the pending removal. Only the wallet itself can call this, so the co-signer must sign too.
    function keepCoSigner() external onlySelf {
        Authority authority = _authority();
        address present = authority.coSigner();
        if (present == address(0) || authority.until() == 0) revert NoRemovalPending();
        _setAuthority(authority.withRemoval(0, false));
        emit CoSignerKept(present);
    }

    /// @notice Returns the address whose signature is needed in addition to that of a key.
    ///
    /// @return present The address. Zero if there is no co-signer or its removal has taken effect.
    function coSigner() external view returns (address present) {
        return _authority().coSigner();
    }

    /// @notice Returns the time at which the co-signer's power ends or has ended.
    ///
    /// @return until Unix time in seconds. Zero if no removal was started.
    function coSignerUntil() external view returns (uint256 until) {
        return _authority().until();
    }

    /// @dev Reverts unless a call has the co-signature that it needs, or an empty one if it needs none.
    ///
    /// @param digest      The digest of the call.
    /// @param authority   The authority word before the call.
    /// @param call        The call.
    /// @param data        Its calldata.
    /// @param coSignature The co-signer's signature. Empty if none is needed.
    function _requireCoSigned(
        bytes32 digest,
        Authority authority,
        ExecuteCall memory call,
        bytes calldata data,
        bytes calldata coSignature
    ) internal view {
        address present = authority.coSigner();
        // Checked before the co-signer is called. Otherwise, a co-signer that burns all gas could prevent its own
        // removal.
        if (present != address(0) && _isRemoval(call, data)) present = address(0);
        if (!_isCoSigned(digest, present, coSignature)) revert CoSignatureRejected(digest, present);
    }

    /// @dev Returns whether a digest has the co-signature that it needs.
    ///
    /// @param digest      The digest.
    /// @param present     The co-signer. If zero, the co-signature must be empty.
    /// @param coSignature The co-signer's signature.
    ///
    /// @return signed True if so.
    function _isCoSigned(bytes32 digest, address present, bytes calldata coSignature)
        internal
        view
        returns (bool signed)
    {
        if (present == address(0)) return coSignature.length == 0;
        return SignatureChecker.isValidSignatureNowCalldata(present, digest, coSignature);
    }

    /// @dev Returns whether a call starts the removal of the co-signer and does nothing else.
    ///
    /// @param call The call.
    /// @param data Its calldata.
    ///
    /// @return removal True if so.
    function _isRemoval(ExecuteCall memory call, bytes calldata data) private view returns (bool removal) {
        return data.length == 4 && bytes4(data) == this.startCoSignerRemoval.selector && call.toAddress == address(this)
            && call.value == 0 && call.fee == 0;
    }
}
