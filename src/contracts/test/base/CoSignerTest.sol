// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {Joined} from "./Joined.sol";
import {Assertion, Passkey} from "./Passkey.sol";
import {vm} from "./Vm.sol";
import {WalletTest} from "./WalletTest.sol";

/// @title CoSignerTest
///
/// @notice Base of the co-signer's tests: an account and another passkey's wallet that can co-sign, and functions that
///         submit calls signed by both.
abstract contract CoSignerTest is WalletTest {
    /// @dev Kind of the co-signature: by ECDSA, or by the approval wallet in one of the two forms.
    enum Kind {
        Account,
        WalletLong,
        WalletShort
    }

    uint256 internal constant KINDS = 3;
    uint256 internal constant REMOVAL = 3 days;
    uint256 internal constant OBJECTED = 30 days;
    uint256 internal constant ACCOUNT_KEY = uint256(keccak256("the co-signing account"));
    uint256 internal constant APPROVAL_KEY = uint256(keccak256("the approval passkey")) % (Passkey.N - 1) + 1;
    bytes32 internal constant APPROVAL_RP_ID_HASH = sha256("approve.example.net");

    address internal account;
    PasskeyWallet internal approvalWallet;

    /// @dev The present kind of co-signature, chosen by the test.
    Kind internal kind;

    /// @dev Counter that gives each self-call a different digest.
    uint256 private _calls;

    function setUp() public virtual override {
        super.setUp();
        account = vm.addr(ACCOUNT_KEY);
        (uint256 x, uint256 y) = vm.publicKeyP256(APPROVAL_KEY);
        approvalWallet = PasskeyWallet(payable(factory.deploy(x, y, APPROVAL_RP_ID_HASH)));
    }

    /// @dev Returns the co-signer of the present kind.
    function coSigner() internal view returns (address) {
        return kind == Kind.Account ? account : address(approvalWallet);
    }

    /// @dev Sets the co-signer of a kind in a wallet that has none.
    function nameCoSigner(Kind newKind) internal {
        kind = newKind;
        asOwner(abi.encodeCall(wallet.setCoSigner, (coSigner())));
    }

    /// @dev Starts the removal with the owner's signature alone.
    function startRemoval() internal {
        asOwner(abi.encodeCall(wallet.startCoSignerRemoval, ()));
    }

    /// @dev Returns the co-signer's signature over a digest.
    function coSign(bytes32 digest) internal view returns (bytes memory) {
        if (kind == Kind.Account) return signByAccount(ACCOUNT_KEY, digest);
        Assertion memory approval =
            Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, approvalWallet.messageDigest(digest));
        return kind == Kind.WalletLong ? Passkey.encode(approval) : Joined.short(approval, 0, "");
    }

    function signByAccount(uint256 privateKey, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(privateKey, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Returns a call of the wallet to itself with a new digest. Its expiration is later than the end of every
    ///      test.
    function freshSelfCall(bytes memory data) internal returns (ExecuteCall memory call, bytes memory sameData) {
        call.toAddress = address(wallet);
        call.expiration = START + 1000 days + ++_calls;
        return (call, data);
    }

    /// @dev Encodes a call in one of the two forms.
    function encodeForm(
        bool packed,
        ExecuteCall memory call,
        bytes memory data,
        Assertion memory assertion,
        bytes memory coSignature
    ) internal pure returns (bytes memory) {
        if (packed) return Joined.packedCall(call, data, assertion, 0, coSignature);
        bytes memory signature =
            coSignature.length == 0 ? Passkey.encode(assertion) : Joined.long(assertion, 0, coSignature);
        return Joined.longCall(call, data, signature);
    }

    /// @dev Encodes a call signed by owner and co-signer.
    function signedByBoth(bool packed, ExecuteCall memory call, bytes memory data)
        internal
        view
        returns (bytes memory)
    {
        return encodeForm(packed, call, data, signCall(call, data), coSign(digestOf(call, data)));
    }

    /// @dev Encodes a call signed by the owner alone.
    function signedByOwner(bool packed, ExecuteCall memory call, bytes memory data)
        internal
        view
        returns (bytes memory)
    {
        return encodeForm(packed, call, data, signCall(call, data), "");
    }

    /// @dev Submits a call of the wallet to itself, signed by the owner alone.
    function asOwner(bytes memory data) internal {
        (ExecuteCall memory call,) = freshSelfCall(data);
        submit(signedByOwner(_calls % 2 == 0, call, data));
    }

    /// @dev Submits a call of the wallet to itself, signed by owner and co-signer.
    function asBoth(bytes memory data) internal {
        (ExecuteCall memory call,) = freshSelfCall(data);
        submit(signedByBoth(_calls % 2 == 0, call, data));
    }

    /// @dev Returns the revert data for a call without a valid co-signature.
    function coRejected(ExecuteCall memory call, bytes memory data) internal view returns (bytes memory) {
        return coRejected(digestOf(call, data), wallet.coSigner());
    }

    function coRejected(bytes32 digest, address expected) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(WalletCoSigner.CoSignatureRejected.selector, digest, expected);
    }

    /// @dev Submits a call in both forms. Both must refuse the co-signature and leave the digest unspent.
    function assertCoRejected(ExecuteCall memory call, bytes memory data, bytes memory coSignature, string memory name)
        internal
    {
        Assertion memory assertion = signCall(call, data);
        bytes memory expected = coRejected(call, data);
        assertRefused(encodeForm(false, call, data, assertion, coSignature), expected, name);
        assertRefused(encodeForm(true, call, data, assertion, coSignature), expected, name);
        vm.assertFalse(wallet.used(digestOf(call, data)), name);
    }

    /// @dev Submits a call in both forms, one after the other. Both must be accepted.
    function assertCoAccepted(ExecuteCall memory call, bytes memory data, bytes memory coSignature, string memory name)
        internal
    {
        Assertion memory assertion = signCall(call, data);
        for (uint256 form = 0; form < 2; ++form) {
            uint256 snapshot = vm.snapshotState();
            (bool success,) = address(wallet).call(encodeForm(form == 1, call, data, assertion, coSignature));
            vm.assertTrue(success, name);
            vm.assertTrue(wallet.used(digestOf(call, data)), name);
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    /// @dev Checks whether a transfer of one unit needs the co-signer.
    function assertCoSignerNeeded(bool needed, string memory name) internal {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        if (needed) {
            assertCoRejected(call, data, "", name);
            assertCoAccepted(call, data, coSign(digestOf(call, data)), name);
        } else {
            assertCoAccepted(call, data, "", name);
        }
    }

    function assertCoSigner(address expected, uint256 until) internal view {
        vm.assertEq(wallet.coSigner(), expected, "co-signer");
        vm.assertEq(wallet.coSignerUntil(), until, "until");
    }
}
