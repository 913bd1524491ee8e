// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Joined} from "../base/Joined.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {OddCoSigner} from "../targets/CoSigners.sol";

/// @notice Tests of co-signers whose code is missing, is added or removed later, is set by delegation, or calls back
///         into the wallet.
contract CoSigningAccountsTest is CoSignerTest {
    bytes32 internal constant ORDER = keccak256("order");

    // Co-signers without code at present.

    /// An approval wallet can be set before it is deployed, and can co-sign after its deployment.
    function test_behavior_anApprovalWalletThatIsDeployedLater() public {
        PasskeyWallet deployed = approvalWallet;
        bytes memory code = address(deployed).code;
        vm.etch(address(deployed), "");
        nameCoSigner(Kind.WalletLong);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        vm.etch(address(deployed), code);
        bytes memory coSignature = coSign(digestOf(call, data));
        vm.etch(address(deployed), "");
        assertCoRejected(call, data, coSignature, "undeployed");
        assertCoRejected(call, data, signByAccount(ACCOUNT_KEY, digestOf(call, data)), "undeployed, by an account");
        (uint256 x, uint256 y) = vm.publicKeyP256(APPROVAL_KEY);
        vm.etch(address(deployed), code);
        vm.assertEq(factory.deploy(x, y, APPROVAL_RP_ID_HASH), address(deployed), "the predicted address");
        assertCoAccepted(call, data, coSignature, "deployed");
    }

    function test_error_aCoSignerThatWasDestroyed() public {
        nameCoSigner(Kind.WalletShort);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory coSignature = coSign(digestOf(call, data));
        assertCoAccepted(call, data, coSignature, "before");
        vm.etch(address(approvalWallet), "");
        assertCoRejected(call, data, coSignature, "destroyed");
        assertCoRejected(call, data, "", "destroyed, with nothing");
        startRemoval();
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(false, "removed");
    }

    /// The zero address means no co-signer. A signature that recovers to the zero address is therefore not accepted.
    function test_error_aSignatureThatRecoversToNothing() public {
        nameCoSigner(Kind.Account);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(0))));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        assertCoRejected(call, data, new bytes(65), "zeros");
        assertCoRejected(call, data, abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(29)), "v of 29");
        assertCoAccepted(call, data, "", "nothing");
    }

    /// Precompiles have no code, so they are treated as accounts, whose keys nobody knows.
    function test_error_aPrecompileAsCoSigner() public {
        for (uint160 number = 1; number <= 9; ++number) {
            uint256 snapshot = vm.snapshotState();
            asOwner(abi.encodeCall(wallet.setCoSigner, (address(number))));
            (ExecuteCall memory call, bytes memory data) = transferCall(1);
            assertCoRejected(call, data, "", "nothing");
            assertCoRejected(call, data, abi.encodePacked(bytes32(bytes4(0x1626ba7e))), "its magic");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    function test_error_contractsThatAreNoCoSigner() public {
        address[3] memory named = [address(coin), address(factory), factory.implementation()];
        for (uint256 index = 0; index < 3; ++index) {
            uint256 snapshot = vm.snapshotState();
            asOwner(abi.encodeCall(wallet.setCoSigner, (named[index])));
            (ExecuteCall memory call, bytes memory data) = transferCall(1);
            assertCoRejected(call, data, signByAccount(ACCOUNT_KEY, digestOf(call, data)), "no co-signer");
            startRemoval();
            vm.warp(START + REMOVAL);
            assertCoSignerNeeded(false, "three days lost");
            vm.assertTrue(vm.revertToState(snapshot), "undone");
        }
    }

    // Accounts that delegate by EIP-7702.

    /// An account that delegates has code, so the wallet calls it by ERC-1271. Its ECDSA signature is no longer
    /// accepted.
    function test_error_anAccountThatDelegates() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory coSignature = coSign(digestOf(call, data));
        delegate(account, address(coin));
        assertCoRejected(call, data, coSignature, "delegates to a coin");
        delegate(account, factory.implementation());
        assertCoRejected(call, data, coSignature, "delegates to the wallet's implementation");
        delegate(account, address(approvalWallet));
        assertCoRejected(call, data, coSignature, "delegates to a wallet");
        OddCoSigner odd = new OddCoSigner();
        delegate(account, address(odd));
        assertCoAccepted(call, data, hex"01", "delegates to what says yes");
        vm.etch(account, "");
        assertCoRejected(call, data, hex"01", "delegates no longer");
        assertCoAccepted(call, data, coSignature, "its own signature again");
    }

    /// The owner can remove a co-signer that delegates. The co-signer can object, because it can still send
    /// transactions.
    function test_behavior_anAccountThatDelegatesObjects() public {
        nameCoSigner(Kind.Account);
        delegate(account, address(coin));
        startRemoval();
        vm.prank(account);
        wallet.objectToRemoval();
        assertCoSigner(account, START + OBJECTED);
        vm.warp(START + OBJECTED);
        assertCoSignerNeeded(false, "removed");
    }

    /// An account that delegates to the implementation has no key in its code, so no passkey can sign for it.
    function test_error_anAccountThatIsAWallet() public {
        delegate(account, factory.implementation());
        PasskeyWallet itself = PasskeyWallet(payable(account));
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(account);
        itself.addKey(x, y);
        bytes32 digest = itself.messageDigest(ORDER);
        vm.assertEq(itself.rpIdHash(), bytes32(0), "no relying party");
        bytes memory signature = Joined.long(Passkey.sign(OTHER_KEY, RP_ID_HASH, digest), 1, "");
        vm.assertEq(bytes32(itself.isValidSignature(ORDER, signature)), bytes32(bytes4(0xffffffff)), "refused");
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSignature("InvalidCoSigner(address)", account));
        itself.setCoSigner(account);
    }

    // Wallets whose co-signers are wallets.

    /// If the co-signer has a co-signer itself, all three must sign.
    function test_behavior_aChainOfCoSigners() public {
        nameCoSigner(Kind.WalletLong);
        giveApprovalWallet(account);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 message = approvalWallet.messageDigest(digestOf(call, data));
        Assertion memory approval = Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, message);
        bytes memory third = signByAccount(ACCOUNT_KEY, message);
        assertCoAccepted(call, data, Joined.long(approval, 0, third), "all three");
        assertCoAccepted(call, data, Joined.short(approval, 0, third), "all three, short");
        assertCoRejected(call, data, Passkey.encode(approval), "without the third");
        assertCoRejected(call, data, third, "without the second");
        assertCoRejected(
            call, data, Joined.long(approval, 0, signByAccount(ACCOUNT_KEY, digestOf(call, data))), "another digest"
        );
        Assertion memory former =
            Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, ordinaryMessage(approvalWallet, digestOf(call, data)));
        assertCoRejected(call, data, Passkey.encode(former), "as before the third");
    }

    /// Two wallets that co-sign for each other can never sign, because each signature would need another one. The
    /// length of the given bytes limits the depth of the calls.
    function test_error_aCycle() public {
        nameCoSigner(Kind.WalletLong);
        giveApprovalWallet(address(wallet));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        for (uint256 turns = 1; turns <= 20; turns += 19) {
            bytes memory coSignature = turnsOfACycle(digestOf(call, data), turns);
            bytes memory callData = encodeForm(true, call, data, signCall(call, data), coSignature);
            (bool success, bytes memory reason) = address(wallet).call{gas: 20_000_000}(callData);
            vm.assertFalse(success, "a cycle");
            vm.assertEq(reason, coRejected(call, data), "reason");
        }
    }

    /// Each wallet of a cycle can remove its co-signer by itself.
    function test_behavior_theWayOutOfACycle() public {
        nameCoSigner(Kind.WalletLong);
        giveApprovalWallet(address(wallet));
        startRemoval();
        vm.warp(START + REMOVAL);
        assertCoSignerNeeded(false, "free");
    }

    /// It is not a cycle if a wallet and its co-signer have the same co-signer.
    function test_behavior_aCommonCoSigner() public {
        nameCoSigner(Kind.Account);
        giveApprovalWallet(account);
        assertCoSignerNeeded(true, "its own");
    }

    /// The same passkey may own both wallets. Its two signatures over two digests are then needed.
    function test_behavior_anotherWalletOfTheOwner() public {
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        PasskeyWallet twin = PasskeyWallet(payable(anotherFactory().deploy(x, y, RP_ID_HASH)));
        asOwner(abi.encodeCall(wallet.setCoSigner, (address(twin))));
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        assertCoRejected(call, data, Passkey.encode(signCall(call, data)), "the same assertion twice");
        Assertion memory second = Passkey.sign(PRIVATE_KEY, RP_ID_HASH, twin.messageDigest(digest));
        assertCoAccepted(call, data, Passkey.encode(second), "both digests");
    }

    function giveApprovalWallet(address named) private {
        PasskeyWallet protected = wallet;
        wallet = approvalWallet;
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.setCoSigner, (named)));
        Assertion memory assertion = Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digestOf(call, data));
        submit(encodeForm(true, call, data, assertion, ""));
        wallet = protected;
    }

    /// Builds valid signatures of `turns` levels, from the innermost outwards. The innermost one has no co-signature.
    function turnsOfACycle(bytes32 digest, uint256 turns) private view returns (bytes memory coSignature) {
        bytes32[] memory digests = new bytes32[](turns);
        for (uint256 turn = 0; turn < turns; ++turn) {
            digest = turn % 2 == 0 ? approvalWallet.messageDigest(digest) : wallet.messageDigest(digest);
            digests[turn] = digest;
        }
        for (uint256 turn = turns; turn != 0; --turn) {
            Assertion memory assertion = turn % 2 == 1
                ? Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digests[turn - 1])
                : Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digests[turn - 1]);
            coSignature = Joined.long(assertion, 0, coSignature);
        }
    }

    function ordinaryMessage(PasskeyWallet asked, bytes32 hash) private view returns (bytes32) {
        bytes32 structHash = keccak256(abi.encode(keccak256("PasskeyWalletMessage(bytes32 hash)"), hash));
        return keccak256(abi.encodePacked(hex"1901", asked.domainSeparator(), structHash));
    }

    /// Sets the code that an EIP-7702 delegation sets.
    function delegate(address delegating, address target) private {
        vm.etch(delegating, abi.encodePacked(hex"ef0100", target));
    }
}

/// @notice The same tests on a chain without the precompile.
contract CoSigningAccountsWithoutPrecompileTest is CoSigningAccountsTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
