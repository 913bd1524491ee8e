// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";
import {ExecuteCall} from "./PackedExecute.sol";
import {WalletAuthority} from "./WalletAuthority.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";

/// @title WalletCoSigner
///
/// @notice The address that must sign too, and how it loses that power.
///
/// @dev While there is a co-signer, everything needs two signatures over the same digest: that of a key of the wallet, and
///      the co-signer's, by ECDSA or, where it has code, by ERC-1271. Neither can do anything alone, with one exception
///      each, so that neither can block the other for ever:
///
///      - The owner alone can start the removal of the co-signer, by a signed call that is nothing else. It takes effect
///        by itself after `CO_SIGNER_REMOVAL_DELAY`.
///      - The co-signer alone can object, once for each start. The removal then takes `OBJECTED_REMOVAL_DELAY` from its
///        start. An objection that could be repeated would hold the owner's money for ever.
///
///      Both together can keep the co-signer, or name another one at once.
abstract contract WalletCoSigner is WalletAuthority {
    /// @notice Thrown when the wallet would become its own co-signer, which can never sign.
    ///
    /// @param coSigner The address.
    error InvalidCoSigner(address coSigner);

    /// @notice Thrown when the co-signer's signature is missing, is not valid, or is given where there is no co-signer.
    ///
    /// @param digest   What should have been signed.
    /// @param coSigner Who should have signed it; zero where there is none.
    error CoSignatureRejected(bytes32 digest, address coSigner);

    /// @notice Thrown when another than the co-signer objects.
    ///
    /// @param caller Who called.
    error OnlyCoSigner(address caller);

    /// @notice Thrown when there is no co-signer to remove.
    error NoCoSigner();

    /// @notice Thrown when a removal is started while another one is under way.
    ///
    /// @param until Unix time in seconds at which that one takes effect.
    error RemovalPending(uint256 until);

    /// @notice Thrown when there is no removal to object to, or the co-signer has objected to it already.
    error NoRemovalPending();

    /// @notice The co-signer was set.
    ///
    /// @param coSigner The address; zero for none.
    event CoSignerSet(address indexed coSigner);

    /// @notice The owner alone has started the removal of the co-signer.
    ///
    /// @param coSigner Who loses the power.
    /// @param until    Unix time in seconds at which it does.
    event CoSignerRemovalStarted(address indexed coSigner, uint256 until);

    /// @notice The co-signer has objected to its removal.
    ///
    /// @param coSigner Who loses the power.
    /// @param until    Unix time in seconds at which it does now.
    event CoSignerRemovalObjected(address indexed coSigner, uint256 until);

    /// @notice Owner and co-signer have called the removal off.
    ///
    /// @param coSigner Who keeps the power.
    event CoSignerKept(address indexed coSigner);

    /// @notice Seconds between the start of a removal and its effect.
    uint256 public constant CO_SIGNER_REMOVAL_DELAY = 3 days;

    /// @notice The same, when the co-signer has objected.
    uint256 public constant OBJECTED_REMOVAL_DELAY = 30 days;

    /// @notice Names the address that must sign too, at once. Only by the wallet, so with the present co-signer.
    ///
    /// @dev The new one does not have to accept: a wrong address costs the owner the days of a removal.
    ///
    /// @param newCoSigner The address; zero for none.
    function setCoSigner(address newCoSigner) external onlySelf {
        if (newCoSigner == address(this)) revert InvalidCoSigner(newCoSigner);
        _setAuthority(_authority().withCoSigner(newCoSigner));
        emit CoSignerSet(newCoSigner);
    }

    /// @notice Starts the removal of the co-signer. Only by the wallet; as a whole signed call, without value, fee and
    ///         further data, it needs no co-signature.
    function startCoSignerRemoval() external onlySelf {
        Authority authority = _authority();
        address present = authority.coSigner();
        if (present == address(0)) revert NoCoSigner();
        if (authority.until() != 0) revert RemovalPending(authority.until());
        uint256 end = block.timestamp + CO_SIGNER_REMOVAL_DELAY;
        _setAuthority(authority.withRemoval(end, false));
        emit CoSignerRemovalStarted(present, end);
    }

    /// @notice Delays the removal that is under way. Only by the co-signer, once for each start.
    function objectToRemoval() external {
        Authority authority = _authority();
        if (msg.sender != authority.coSigner()) revert OnlyCoSigner(msg.sender);
        if (authority.until() == 0 || authority.hasObjected()) revert NoRemovalPending();
        uint256 end = authority.until() - CO_SIGNER_REMOVAL_DELAY + OBJECTED_REMOVAL_DELAY;
        _setAuthority(authority.withRemoval(end, true));
        emit CoSignerRemovalObjected(msg.sender, end);
    }

    /// @notice Calls the removal off. Only by the wallet, so with the co-signer.
    function keepCoSigner() external onlySelf {
        Authority authority = _authority();
        address present = authority.coSigner();
        if (present == address(0) || authority.until() == 0) revert NoRemovalPending();
        _setAuthority(authority.withRemoval(0, false));
        emit CoSignerKept(present);
    }

    /// @notice Who must sign besides a key of the wallet.
    ///
    /// @return present The address; zero when there is none, or when its removal has taken effect.
    function coSigner() external view returns (address present) {
        return _authority().coSigner();
    }

    /// @notice When the co-signer's power ends, or has ended.
    ///
    /// @return until Unix time in seconds; zero while no removal was started.
    function coSignerUntil() external view returns (uint256 until) {
        return _authority().until();
    }

    /// @dev Reverts unless the co-signer, where there is one, has signed a call.
    ///
    /// @param digest      The digest of the call.
    /// @param authority   The word, as it is before the call.
    /// @param call        The call.
    /// @param data        Its calldata.
    /// @param coSignature The co-signer's signature; empty where none is needed.
    function _requireCoSigned(
        bytes32 digest,
        Authority authority,
        ExecuteCall memory call,
        bytes calldata data,
        bytes calldata coSignature
    ) internal view {
        address present = authority.coSigner();
        // Decided before the co-signer is asked: one that burns all gas could otherwise prevent its removal.
        if (present != address(0) && _isRemoval(call, data)) present = address(0);
        if (!_isCoSigned(digest, present, coSignature)) revert CoSignatureRejected(digest, present);
    }

    /// @dev Whether a digest has the co-signature that it needs.
    ///
    /// @param digest      The digest.
    /// @param present     The co-signer; zero for none, and then there must be no co-signature either.
    /// @param coSignature Its signature.
    ///
    /// @return signed Whether it has.
    function _isCoSigned(bytes32 digest, address present, bytes calldata coSignature)
        internal
        view
        returns (bool signed)
    {
        if (present == address(0)) return coSignature.length == 0;
        return SignatureChecker.isValidSignatureNowCalldata(present, digest, coSignature);
    }

    /// @dev Whether a call starts the removal of the co-signer and does nothing else.
    ///
    /// @param call The call.
    /// @param data Its calldata.
    ///
    /// @return removal Whether it does.
    function _isRemoval(ExecuteCall memory call, bytes calldata data) private view returns (bool removal) {
        return data.length == 4 && bytes4(data) == this.startCoSignerRemoval.selector && call.toAddress == address(this)
            && call.value == 0 && call.fee == 0;
    }
}
