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
/// @notice A wallet that obeys a passkey, or one of several, and with it a co-signer where it has one. Anyone may submit a
///         call that they have signed, and pays its gas.
///
/// @dev Used through clones that `PasskeyWalletFactory` deploys; the implementation itself is no wallet.
///
///      Order within one execution: lock, expiration, digest spent, assertion verified, co-signature verified, fee paid,
///      call made. When any step fails, all of it is undone: nothing is paid and the digest can be tried again until it
///      expires. Foreign code runs only once a key has signed: the co-signer's, which can change nothing, then the fee
///      coin's and that of the called contract.
///
///      What a signature does not bind, and why this is safe: the sender and the gas. The first sender can
///      only do what was signed. A sender who gives too little gas makes the whole execution fail, except where the
///      called contract itself tolerates that its own calls run out of gas; a wallet cannot know. A call to an address
///      without code succeeds, as it does for every account.
contract PasskeyWallet is WalletDigest, WalletKey, WalletCoSigner, ERC721Holder, ERC1155Holder, IERC1271 {
    using ReplayRing for ReplayRing.Ring;
    using SafeERC20 for IERC20;

    /// @notice One call of a batch.
    ///
    /// @param to    Who is called.
    /// @param value Wei sent along.
    /// @param data  The calldata.
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    /// @notice Thrown when the assertion does not authorize the call.
    ///
    /// @param digest What should have been signed.
    /// @param reason What is wrong.
    error AssertionRejected(bytes32 digest, WebAuthnVerifier.Rejection reason);

    /// @notice Thrown when a call is executed while another one is.
    error ReentrantCall();

    /// @notice A signed call was executed.
    ///
    /// @param digest What was signed.
    event Executed(bytes32 indexed digest);

    /// @notice A signed call was cancelled: it will not be executed.
    ///
    /// @param digest Its digest.
    event Cancelled(bytes32 indexed digest);

    /// @dev At most this many bytes of a failed call's reason are passed on, so that copying them cannot eat the gas.
    uint256 private constant MAX_REASON_LENGTH = 4096;

    /// @dev Spent digests.
    ReplayRing.Ring private _ring;

    /// @dev 1 while a call is being executed. Transient: cleared at the end of execution and transaction. A whole
    ///      word, because a bool would be read again before each write.
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

    /// @notice Executes a call that the passkey has signed. Open to anyone.
    ///
    /// @dev Reverts with `Expired`, `DigestUsed`, `AssertionRejected`, `CoSignatureRejected`, `ReentrantCall`, the fee
    ///      coin's reason or `SafeERC20FailedOperation`, or with the reason of the called contract.
    ///
    /// @param toAddress          Who is called.
    /// @param value              Wei sent along.
    /// @param data               The calldata.
    /// @param expiration         Unix time in seconds; the call can be executed while `block.timestamp < expiration`.
    /// @param fee                Amount of the fee in the fee coin's smallest unit.
    /// @param feeCoinAddress     The ERC-20 in which the fee is paid; the zero address means no fee.
    /// @param feeWithdrawAddress Who receives the fee.
    /// @param signature          The signatures over `executeDigest` of the above, see `JoinedSignature`: the long form.
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

    /// @notice Executes a call that the passkey has signed, given in the short form. Open to anyone.
    ///
    /// @dev The calldata behind the selector is not ABI-encoded: see `PackedExecute`. Accepts and refuses the same
    ///      signed calls as `execute`; besides reverts with `MalformedPackedCall`.
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

    /// @notice Makes several calls, all or none. Only by the wallet: sign a call to the wallet itself.
    ///
    /// @param calls The calls, made in this order.
    function executeBatch(Call[] calldata calls) external onlySelf {
        for (uint256 index = 0; index < calls.length; ++index) {
            _call(calls[index].to, calls[index].value, calls[index].data);
        }
    }

    /// @notice Cancels a signed call: from now on it is refused as if it had been executed. Only by the wallet: sign a
    ///         call to the wallet itself.
    ///
    /// @dev Reverts with `DigestUsed` when the call was executed or cancelled already, and with `Expired` when its time
    ///      has passed. The ring trusts that a digest always comes with the expiration it binds, and cannot check it
    ///      here: with an earlier one the call is surely refused until that moment only, and when just one of the two fits
    ///      into 40 bits not even so long. A call is never executed twice, whatever is given.
    ///
    /// @param digest     The digest of the call, see `executeDigest`.
    /// @param expiration The call's own expiration.
    function cancelCall(bytes32 digest, uint256 expiration) external onlySelf {
        _ring.spend(digest, expiration);
        emit Cancelled(digest);
    }

    /// @notice What a key, and the co-signer where there is one, sign so that `isValidSignature` accepts a hash.
    ///
    /// @dev The hash is wrapped in this wallet's domain: a signature for one wallet is worth nothing at another one that
    ///      has the same passkey, and can never be that of a call.
    ///
    /// @param hash The hash another contract asks about.
    ///
    /// @return digest The digest.
    function messageDigest(bytes32 hash) external view returns (bytes32 digest) {
        return _messageDigest(hash, _authority().coSigner());
    }

    /// @notice Whether a hash was signed for this wallet (ERC-1271), by the co-signer too where there is one.
    ///
    /// @dev The signature is one over `messageDigest(hash)`. It does not expire and is not spent: what it allows, and how
    ///      often, is up to the contract that asks.
    ///
    /// @param hash      The hash.
    /// @param signature The signatures, see `JoinedSignature`: the long or the short form.
    ///
    /// @return magicValue 0x1626ba7e when it was, else 0xffffffff.
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

    /// @notice Whether a call was executed or cancelled: see `Executed` and `Cancelled`.
    ///
    /// @dev Exact until the call's expiration. Later it may turn false, when the storage is used again: the call can no
    ///      longer be executed then.
    ///
    /// @param digest The digest of the call.
    ///
    /// @return spent Whether it was.
    function used(bytes32 digest) external view returns (bool spent) {
        return _ring.isSpent(digest);
    }

    /// @notice Which interfaces the wallet has (ERC-165): the receivers of ERC-721 and ERC-1155, ERC-1271, ERC-165.
    ///
    /// @param interfaceId The interface.
    ///
    /// @return supported Whether the wallet has it.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool supported) {
        return interfaceId == type(IERC721Receiver).interfaceId || interfaceId == type(IERC1271).interfaceId
            || super.supportsInterface(interfaceId);
    }

    /// @inheritdoc WalletAuthority
    ///
    /// @dev The flag is in the word that `_spend` reads anyway.
    function _raiseFlag() internal override {
        _ring.raiseFlag();
    }

    /// @dev Executes a call whose signature has the long form. A function of its own, because `execute` has no room left on the stack.
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
    /// @return authority Whose signatures over it count.
    function _spend(ExecuteCall memory call, bytes calldata data)
        private
        returns (bytes32 digest, Authority authority)
    {
        digest = _executeDigest(call, data);
        if (_ring.spend(digest, call.expiration)) authority = _authority();
    }

    /// @dev Verifies the assertion in a signature of the long form.
    ///
    /// @param authority Which keys count. Where it is zero, nothing may follow the tuple.
    /// @param digest    What must have been signed.
    /// @param signature The signature.
    ///
    /// @return rejection   `None` when it is valid.
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
    /// @param authority Which keys count.
    /// @param digest    What must have been signed.
    /// @param signature The signature.
    ///
    /// @return rejection   `None` when it is valid.
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

    /// @dev Makes a call. Reverts with its reason, at most 4,096 bytes of it, when it fails; what it returns is dropped.
    ///
    /// @param to    Who is called.
    /// @param value Wei sent along.
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
