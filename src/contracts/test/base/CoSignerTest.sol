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
/// @notice What the tests of the co-signer share: an account and a wallet of another passkey that can co-sign, and ways to
///         hand in what both have signed.
abstract contract CoSignerTest is WalletTest {
    /// @dev How the co-signature is made: by ECDSA, or by the approval wallet in one of the two forms.
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

    /// @dev Who co-signs at present, as the test wants it.
    Kind internal kind;

    /// @dev Makes each self-call another one.
    uint256 private _calls;

    function setUp() public virtual override {
        super.setUp();
        account = vm.addr(ACCOUNT_KEY);
        (uint256 x, uint256 y) = vm.publicKeyP256(APPROVAL_KEY);
        approvalWallet = PasskeyWallet(payable(factory.deploy(x, y, APPROVAL_RP_ID_HASH)));
    }

    /// @dev The address that co-signs in the present kind.
    function coSigner() internal view returns (address) {
        return kind == Kind.Account ? account : address(approvalWallet);
    }

    /// @dev Gives an ordinary wallet the co-signer of a kind.
    function nameCoSigner(Kind newKind) internal {
        kind = newKind;
        asOwner(abi.encodeCall(wallet.setCoSigner, (coSigner())));
    }

    /// @dev Starts the removal, by the owner alone.
    function startRemoval() internal {
        asOwner(abi.encodeCall(wallet.startCoSignerRemoval, ()));
    }

    /// @dev The co-signer's signature over a digest.
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

    /// @dev A call of the wallet to itself that was never made before, and lives as long as every test.
    function freshSelfCall(bytes memory data) internal returns (ExecuteCall memory call, bytes memory sameData) {
        call.toAddress = address(wallet);
        call.expiration = START + 1000 days + ++_calls;
        return (call, data);
    }

    /// @dev The calldata of one of the two forms.
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

    /// @dev The calldata of a call that owner and co-signer have signed.
    function signedByBoth(bool packed, ExecuteCall memory call, bytes memory data)
        internal
        view
        returns (bytes memory)
    {
        return encodeForm(packed, call, data, signCall(call, data), coSign(digestOf(call, data)));
    }

    /// @dev The calldata of a call that the owner alone has signed.
    function signedByOwner(bool packed, ExecuteCall memory call, bytes memory data)
        internal
        view
        returns (bytes memory)
    {
        return encodeForm(packed, call, data, signCall(call, data), "");
    }

    /// @dev The owner alone calls the wallet by itself.
    function asOwner(bytes memory data) internal {
        (ExecuteCall memory call,) = freshSelfCall(data);
        submit(signedByOwner(_calls % 2 == 0, call, data));
    }

    /// @dev Owner and co-signer call the wallet by itself.
    function asBoth(bytes memory data) internal {
        (ExecuteCall memory call,) = freshSelfCall(data);
        submit(signedByBoth(_calls % 2 == 0, call, data));
    }

    /// @dev What the wallet says when a call lacks the co-signature.
    function coRejected(ExecuteCall memory call, bytes memory data) internal view returns (bytes memory) {
        return coRejected(digestOf(call, data), wallet.coSigner());
    }

    function coRejected(bytes32 digest, address expected) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(WalletCoSigner.CoSignatureRejected.selector, digest, expected);
    }

    /// @dev Hands a call in by both forms, which must refuse the co-signature and leave the digest as it was.
    function assertCoRejected(ExecuteCall memory call, bytes memory data, bytes memory coSignature, string memory name)
        internal
    {
        Assertion memory assertion = signCall(call, data);
        bytes memory expected = coRejected(call, data);
        assertRefused(encodeForm(false, call, data, assertion, coSignature), expected, name);
        assertRefused(encodeForm(true, call, data, assertion, coSignature), expected, name);
        vm.assertFalse(wallet.used(digestOf(call, data)), name);
    }

    /// @dev Hands a call in by both forms, one after the other, each of which must be accepted.
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

    /// @dev A transfer of one unit needs the co-signer, or does not.
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
