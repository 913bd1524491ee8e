// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Authority} from "./Authority.sol";
import {JoinedSignature} from "./JoinedSignature.sol";
import {ExecuteCall, PackedExecute} from "./PackedExecute.sol";
import {ReplayRing} from "./ReplayRing.sol";
import {WalletAuthority} from "./WalletAuthority.sol";
import {WalletCoSigner} from "./WalletCoSigner.sol";
import {WalletDigest} from "./WalletDigest.sol";
import {WalletKey} from "./WalletKey.sol";
import {WebAuthnVerifier} from "./verification/WebAuthnVerifier.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";

/// @title PasskeyWallet
///
/// @notice A wallet that executes calls signed by one of its passkeys. If it has a co-signer, that one must sign too.
///         Anyone may submit a signed call, and the sender pays the gas.
///
/// @dev Wallets are clones that `PasskeyWalletFactory` deploys. The implementation itself cannot be used as a wallet.
///
///      One execution has these steps, in this order: lock, check the expiration, spend the digest, verify the
///      assertion, verify the co-signature, pay the fee, make the call. If any step fails, the whole execution reverts.
///      No fee is paid then, and the signed call can be submitted again until it expires. Code of other contracts runs
///      only after a key's signature was verified. First comes the co-signer, which is called with `staticcall` and
///      cannot change state, then the fee coin and the called contract.
///
///      A signature does not bind the sender or the gas. This is safe for the sender, because any sender can only do
///      what was signed. A sender who provides too little gas makes the whole execution fail. The exception is a called
///      contract that tolerates out-of-gas failures of its own calls, which a wallet cannot detect. A call to an
///      address without code succeeds, as it does for every account.
contract PasskeyWallet is WalletDigest, WalletKey, WalletCoSigner, ERC721Holder, ERC1155Holder, IERC1271 {
    using ReplayRing for ReplayRing.Ring;
    using SafeERC20 for IERC20;

    /// @notice One call of a batch.
    ///
    /// @param to    Address to call.
    /// @param value Wei sent with the call.
    /// @param data  The calldata.
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// @notice Thrown when the assertion does not authorize the call.
    ///
    /// @param digest Digest that should have been signed.
    /// @param reason Reason of the rejection.
    error AssertionRejected(bytes32 digest, WebAuthnVerifier.Rejection reason);

    /// @notice Thrown when an execution starts inside another execution.
    error ReentrantCall();

    /// @notice A signed call was executed.
    ///
    /// @param digest Digest that was signed.
    event Executed(bytes32 indexed digest);

    /// @notice A signed call was cancelled and can no longer be executed.
    ///
    /// @param digest Its digest.
    event Cancelled(bytes32 indexed digest);

    /// @dev Maximum length in bytes of a failed call's revert data that is passed on. Copying longer data could use up
    ///      the gas.
    uint256 private constant MAX_REASON_LENGTH = 4096;

    /// @dev Spent digests.
    ReplayRing.Ring private _ring;

    /// @dev 1 while a call is being executed, else 0. Transient storage: cleared at the end of the execution and of the
    ///      transaction. A whole word, because the compiler reads a bool again before each write.
    uint256 private transient _executing;

    /// @dev Prevents reentrant executions.
    modifier nonReentrant() {
        if (_executing != 0) revert ReentrantCall();
        _executing = 1;
        _;
        _executing = 0;
    }

    /// @notice Accepts ether.
    receive() external payable {}

    /// @notice Executes a call that a passkey of the wallet has signed. Anyone may call it.
    ///
    /// @dev Reverts with `Expired`, `DigestUsed`, `AssertionRejected`, `CoSignatureRejected`, `ReentrantCall` or
    ///      `SafeERC20FailedOperation`, or with the revert data of the fee coin or of the called contract.
    ///
    /// @param toAddress          Address to call.
    /// @param value              Wei sent with the call.
    /// @param data               The calldata.
    /// @param expiration         Unix time in seconds. The call can be executed while `block.timestamp < expiration`.
    /// @param fee                Amount of the fee in the fee coin's smallest unit.
    /// @param feeCoinAddress     The ERC-20 in which the fee is paid; the zero address means no fee.
    /// @param feeWithdrawAddress Receiver of the fee.
    /// @param signature          The signatures over `executeDigest` of the parameters above, in the long form of
    ///                           `JoinedSignature`.
    function execute(
        address toAddress,
        uint256 value,
        bytes calldata data,
        uint256 expiration,
        uint256 fee,
        address feeCoinAddress,
        address feeWithdrawAddress,
        bytes calldata signature
    ) external nonReentrant {
        _executeLong(
            ExecuteCall(toAddress, value, expiration, fee, feeCoinAddress, feeWithdrawAddress), data, signature
        );
    }

    /// @notice Executes a signed call that is given in the packed form. Anyone may call it.
    ///
    /// @dev The calldata after the selector is not ABI-encoded; `PackedExecute` describes it. The verdict on a signed
    ///      call is the same as that of `execute`. Malformed calldata reverts with `MalformedPackedCall`.
    function executePacked() external nonReentrant {
        (
            ExecuteCall memory call,
            WebAuthnVerifier.PackedAssertion memory assertion,
            uint256 number,
            bytes calldata coSignature,
            bytes calldata data
        ) = PackedExecute.read();
        (bytes32 digest, Authority authority) = _spend(call, data);
        WebAuthnVerifier.Rejection rejection =
            WebAuthnVerifier.verifyPacked(assertion, digest, _credential(authority, number));
        if (rejection != WebAuthnVerifier.Rejection.None) revert AssertionRejected(digest, rejection);
        if (Authority.unwrap(authority) | coSignature.length != 0) {
            _requireCoSigned(digest, authority, call, data, coSignature);
        }
        _perform(digest, call, data);
    }

    /// @notice Makes several calls. If one fails, all are reverted. Only the wallet itself can call this, through a
    ///         signed call to its own address.
    ///
    /// @param calls The calls, in the order in which they are made.
    function executeBatch(Call[] calldata calls) external onlySelf {
        for (uint256 index = 0; index < calls.length; ++index) {
            _call(calls[index].to, calls[index].value, calls[index].data);
        }
    }

    /// @notice Cancels a signed call. The wallet then refuses it as if it had been executed. Only the wallet itself can
    ///         call this, through a signed call to its own address.
    ///
    /// @dev Reverts with `DigestUsed` when the call was already executed or cancelled, and with `Expired` when its
    ///      expiration has passed. The caller must give the expiration that the digest binds, which cannot be checked
    ///      here. With an earlier expiration, the call is refused for certain only until that time. If only one of the
    ///      two expirations fits into 40 bits, the call may not be refused at all. A call is never executed twice,
    ///      whatever expiration is given.
    ///
    /// @param digest     The digest of the call, as returned by `executeDigest`.
    /// @param expiration The expiration of the call.
    function cancelCall(bytes32 digest, uint256 expiration) external onlySelf {
        _ring.spend(digest, expiration);
        emit Cancelled(digest);
    }

    /// @notice Returns the digest that a key must sign so that `isValidSignature` accepts a hash. If there is a
    ///         co-signer, it must sign the same digest.
    ///
    /// @dev The hash is wrapped in this wallet's EIP-712 domain. Another wallet with the same passkey therefore refuses
    ///      the signature, and the signature can never be that of a call.
    ///
    /// @param hash The hash that another contract passes to `isValidSignature`.
    ///
    /// @return digest The digest.
    function messageDigest(bytes32 hash) external view returns (bytes32 digest) {
        return _messageDigest(hash, _authority().coSigner());
    }

    /// @notice Returns whether a hash was signed for this wallet (ERC-1271). If there is a co-signer, it must have
    ///         signed too.
    ///
    /// @dev The signature is over `messageDigest(hash)`. It does not expire and is not marked as used. The calling
    ///      contract decides what the signature allows and how often.
    ///
    /// @param hash      The hash.
    /// @param signature The signatures, in the long or the short form of `JoinedSignature`.
    ///
    /// @return magicValue 0x1626ba7e if the hash was signed, else 0xffffffff.
    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4 magicValue) {
        Authority authority = _authority();
        address coSigner = authority.coSigner();
        bytes32 digest = _messageDigest(hash, coSigner);
        (WebAuthnVerifier.Rejection rejection, bytes calldata coSignature) = JoinedSignature.isLong(signature)
            ? _verifyLong(authority, digest, signature)
            : _verifyShort(authority, digest, signature);
        bool valid = rejection == WebAuthnVerifier.Rejection.None && _isCoSigned(digest, coSigner, coSignature);
        return valid ? IERC1271.isValidSignature.selector : bytes4(0xffffffff);
    }

    /// @notice Returns whether a call was executed or cancelled. The events `Executed` and `Cancelled` tell which.
    ///
    /// @dev Exact until the call's expiration. After that, it may become false when the storage is reused. The call can
    ///      no longer be executed by then.
    ///
    /// @param digest The digest of the call.
    ///
    /// @return spent True if so.
    function used(bytes32 digest) external view returns (bool spent) {
        return _ring.isSpent(digest);
    }

    /// @notice Returns whether the wallet supports an interface (ERC-165). It supports the ERC-721 receiver, the
    ///         ERC-1155 receiver, ERC-1271 and ERC-165.
    ///
    /// @param interfaceId The interface identifier.
    ///
    /// @return supported True if the wallet supports it.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool supported) {
        return interfaceId == type(IERC721Receiver).interfaceId || interfaceId == type(IERC1271).interfaceId
            || super.supportsInterface(interfaceId);
    }

    /// @inheritdoc WalletAuthority
    ///
    /// @dev The flag is in the storage word that `_spend` reads in any case.
    function _raiseFlag() internal override {
        _ring.raiseFlag();
    }

    /// @dev Executes a call whose signature has the long form. This is a separate function because `execute` has no
    ///      stack slots left.
    ///
    /// @param call      The call.
    /// @param data      Its calldata.
    /// @param signature The signatures.
    function _executeLong(ExecuteCall memory call, bytes calldata data, bytes calldata signature) private {
        (bytes32 digest, Authority authority) = _spend(call, data);
        (WebAuthnVerifier.Rejection rejection, bytes calldata coSignature) = _verifyLong(authority, digest, signature);
        if (rejection != WebAuthnVerifier.Rejection.None) revert AssertionRejected(digest, rejection);
        if (Authority.unwrap(authority) | coSignature.length != 0) {
            _requireCoSigned(digest, authority, call, data, coSignature);
        }
        _perform(digest, call, data);
    }

    /// @dev Spends the digest of a call.
    ///
    /// @param call The call.
    /// @param data Its calldata.
    ///
    /// @return digest    The digest.
    /// @return authority The authority word: who must have signed the digest.
    function _spend(ExecuteCall memory call, bytes calldata data)
        private
        returns (bytes32 digest, Authority authority)
    {
        digest = _executeDigest(call, data);
        if (_ring.spend(digest, call.expiration)) authority = _authority();
    }

    /// @dev Verifies the assertion in a signature of the long form.
    ///
    /// @param authority The authority word. If it is zero, nothing may follow the tuple.
    /// @param digest    Digest that must have been signed.
    /// @param signature The signature.
    ///
    /// @return rejection   `None` if the assertion is valid.
    /// @return coSignature The co-signature.
    function _verifyLong(Authority authority, bytes32 digest, bytes calldata signature)
        private
        view
        returns (WebAuthnVerifier.Rejection rejection, bytes calldata coSignature)
    {
        bytes calldata tuple = signature;
        uint256 number = 0;
        coSignature = signature[:0];
        if (!authority.isOrdinary()) (tuple, number, coSignature) = JoinedSignature.splitLong(signature);
        return (WebAuthnVerifier.verify(tuple, digest, _credential(authority, number)), coSignature);
    }

    /// @dev Verifies the assertion in a signature of the short form.
    ///
    /// @param authority The authority word.
    /// @param digest    Digest that must have been signed.
    /// @param signature The signature.
    ///
    /// @return rejection   `None` if the assertion is valid.
    /// @return coSignature The co-signature.
    function _verifyShort(Authority authority, bytes32 digest, bytes calldata signature)
        private
        view
        returns (WebAuthnVerifier.Rejection rejection, bytes calldata coSignature)
    {
        bool wellFormed;
        WebAuthnVerifier.PackedAssertion memory assertion;
        uint256 number;
        (wellFormed, assertion, number, coSignature) = JoinedSignature.readShort(signature);
        if (!wellFormed) return (WebAuthnVerifier.Rejection.Malformed, coSignature);
        return (WebAuthnVerifier.verifyPacked(assertion, digest, _credential(authority, number)), coSignature);
    }

    /// @dev Pays the fee, then makes the call.
    ///
    /// @param digest The digest of the call.
    /// @param call   The call.
    /// @param data   Its calldata.
    function _perform(bytes32 digest, ExecuteCall memory call, bytes calldata data) private {
        if (call.feeCoinAddress != address(0) && call.fee != 0) {
            IERC20(call.feeCoinAddress).safeTransfer(call.feeWithdrawAddress, call.fee);
        }
        _call(call.toAddress, call.value, data);
        emit Executed(digest);
    }

    /// @dev Makes a call and ignores its return data. If the call fails, reverts with the first 4,096 bytes of its
    ///      revert data.
    ///
    /// @param to    Address to call.
    /// @param value Wei sent with the call.
    /// @param data  The calldata.
    function _call(address to, uint256 value, bytes calldata data) private {
        assembly ("memory-safe") {
            let pointer := mload(0x40)
            calldatacopy(pointer, data.offset, data.length)
            if iszero(call(gas(), to, value, pointer, data.length, 0, 0)) {
                let length := returndatasize()
                if gt(length, MAX_REASON_LENGTH) { length := MAX_REASON_LENGTH }
                returndatacopy(pointer, 0, length)
                revert(pointer, length)
            }
        }
    }
}
