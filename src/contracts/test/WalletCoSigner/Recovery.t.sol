// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// @notice Tests with owner, co-signer and backup. Any two of them prevail against the third. None of them alone can
///         take the assets or block the wallet forever.
///
/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract CoSignerRecoveryTest is CoSignerTest {
    uint256 internal constant DELAY = 3 days;

    function setUp() public virtual override {
        super.setUp();
        asOwner(abi.encodeCall(wallet.setBackup, (BACKUP)));
    }

    // behavior: the co-signer stays

    function testFuzz_behavior_theCoSignerStays(uint256 choice, bool packed) public {
        nameCoSigner(Kind(choice % KINDS));
        recover(START);
        assertCoSigner(coSigner(), 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        Assertion memory present = Passkey.sign(OTHER_KEY, RP_ID_HASH, digest);
        assertRefused(encodeForm(packed, call, data, present, ""), coRejected(digest, coSigner()), "the new key alone");
        assertRefused(
            signedByBoth(packed, call, data),
            rejected(digest, WebAuthnVerifier.Rejection.WrongSignature),
            "the former key with the co-signer"
        );
        submit(encodeForm(packed, call, data, present, coSign(digest)));
        vm.assertEq(coin.balanceOf(SHOP), 1, "the new key with the co-signer");
    }

    function testFuzz_behavior_aRemovalThatTheFormerKeyStartedIsVoid(uint256 wait, bool objected) public {
        nameCoSigner(Kind.Account);
        propose();
        vm.warp(START + 1 + wait % (DELAY - 1));
        startRemoval();
        if (objected) object();
        vm.warp(START + DELAY);
        wallet.finishRecovery();
        assertCoSigner(account, 0);
        vm.warp(START + 900 days);
        assertCoSigner(account, 0);
    }

    /// The objection applied to the former key's removal. The new key can start another one, to which the co-signer can
    /// object again.
    function test_behavior_theCoSignerMayObjectAnew() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        object();
        recover(START);
        uint256 start = START + DELAY;
        startRemovalBy(OTHER_KEY);
        assertCoSigner(account, start + REMOVAL);
        object();
        assertCoSigner(account, start + OBJECTED);
        vm.prank(account);
        vm.expectRevert(WalletCoSigner.NoRemovalPending.selector);
        wallet.objectToRemoval();
    }

    /// A recovery does not restore a co-signer whose removal has taken effect.
    function testFuzz_error_aRemovedCoSignerStaysRemoved(uint256 wait) public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + REMOVAL + wait % 900 days);
        recover(block.timestamp);
        assertCoSigner(address(0), 0);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory present = Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(call, data));
        submit(encodeForm(true, call, data, present, ""));
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSelector(WalletCoSigner.OnlyCoSigner.selector, account));
        wallet.objectToRemoval();
    }

    /// If the removal takes effect in the same second in which the recovery can be finished, the recovery leaves the
    /// wallet without a co-signer.
    function test_param_theRemovalEndsWhenTheRecoveryDoes() public {
        nameCoSigner(Kind.Account);
        propose();
        startRemoval();
        vm.warp(START + DELAY);
        wallet.finishRecovery();
        assertCoSigner(address(0), 0);
    }

    // error: each of the three alone

    function test_error_theBackupAlone() public {
        nameCoSigner(Kind.Account);
        vm.startPrank(BACKUP);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, BACKUP));
        wallet.setCoSigner(address(0));
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, BACKUP));
        wallet.startCoSignerRemoval();
        vm.expectRevert(abi.encodeWithSelector(WalletCoSigner.OnlyCoSigner.selector, BACKUP));
        wallet.objectToRemoval();
        vm.stopPrank();
        recover(START);
        assertCoSigner(account, 0);
    }

    function test_error_theOwnerAloneDoesNotRefuseARecovery() public {
        nameCoSigner(Kind.Account);
        propose();
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.cancelRecovery, ()));
        assertCoRejected(call, data, "", "cancel");
        (call, data) = freshSelfCall(abi.encodeCall(wallet.setBackup, (address(0))));
        assertCoRejected(call, data, "", "no backup");
        asBoth(abi.encodeCall(wallet.cancelRecovery, ()));
        (,, uint256 effectiveAt) = wallet.pendingRecovery();
        vm.assertEq(effectiveAt, 0, "both refuse it");
    }

    function test_error_theCoSignerAloneDoesNotRefuseARecovery() public {
        nameCoSigner(Kind.Account);
        propose();
        vm.startPrank(account);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, account));
        wallet.cancelRecovery();
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, account));
        wallet.setBackup(account);
        vm.expectRevert(abi.encodeWithSignature("OnlyBackup(address)", account));
        wallet.proposeRecovery(1, 2);
        vm.stopPrank();
    }

    // behavior: two against the third

    /// A thief with the owner's key starts the removal. Co-signer and backup prevail.
    function test_behavior_theOwnerIsStolen() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + 1 days);
        object();
        propose();
        vm.warp(START + 1 days + DELAY);
        wallet.finishRecovery();
        assertCoSigner(account, 0);
        assertFormerKeyIsNothing();
    }

    /// The co-signer is lost, or demands money for its signature. The owner waits three or thirty days.
    function test_behavior_theCoSignerIsHostile() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        object();
        vm.warp(START + OBJECTED);
        assertCoSignerNeeded(false, "thirty days");
    }

    /// Both passkeys are lost. The backup needs three days to replace the key, and the new key three more to remove the
    /// co-signer.
    function test_behavior_bothPasskeysAreLost() public {
        nameCoSigner(Kind.WalletLong);
        recover(START);
        startRemovalBy(OTHER_KEY);
        vm.warp(START + DELAY + REMOVAL);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        Assertion memory present = Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(call, data));
        submit(encodeForm(true, call, data, present, ""));
        vm.assertEq(coin.balanceOf(SHOP), 1, "six days");
    }

    /// The backup is hostile. Owner and co-signer cancel its proposal and set another backup.
    function test_behavior_theBackupIsHostile() public {
        nameCoSigner(Kind.WalletShort);
        propose();
        asBoth(abi.encodeCall(wallet.setBackup, (SHOP)));
        vm.warp(START + DELAY);
        vm.expectRevert(abi.encodeWithSignature("NoRecoveryPending()"));
        wallet.finishRecovery();
        vm.assertEq(wallet.backup(), SHOP, "another backup");
    }

    /// A removal that the former key signed but did not submit is refused after the recovery.
    function test_error_aRemovalSignedByTheFormerKey() public {
        nameCoSigner(Kind.Account);
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
        bytes memory removal = signedByOwner(true, call, data);
        recover(START);
        bytes memory expected = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.WrongSignature);
        assertRefused(removal, expected, "former key");
        assertCoSigner(account, 0);
    }

    /// The authority word stays correct through repeated recoveries.
    function test_behavior_recoversAgainAndAgain() public {
        nameCoSigner(Kind.Account);
        for (uint256 round = 0; round < 3; ++round) {
            recover(block.timestamp);
            assertCoSigner(account, 0);
        }
        assertFormerKeyIsNothing();
    }

    function propose() private {
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, y);
    }

    function recover(uint256 time) private {
        propose();
        vm.warp(time + DELAY);
        wallet.finishRecovery();
    }

    function object() private {
        vm.prank(account);
        wallet.objectToRemoval();
    }

    function startRemovalBy(uint256 privateKey) private {
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.startCoSignerRemoval, ()));
        submit(encodeForm(true, call, data, Passkey.sign(privateKey, RP_ID_HASH, digestOf(call, data)), ""));
    }

    function assertFormerKeyIsNothing() private {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory expected = rejected(digestOf(call, data), WebAuthnVerifier.Rejection.WrongSignature);
        assertRefused(signedByBoth(true, call, data), expected, "the former key with the co-signer");
        assertRefused(signedByOwner(false, call, data), expected, "the former key alone");
    }
}

/// @notice The same tests on a chain without the precompile.
///
/// forge-config: default.fuzz.runs = 100
/// forge-config: quick.fuzz.runs = 8
contract CoSignerRecoveryWithoutPrecompileTest is CoSignerRecoveryTest {
    function setUp() public override {
        super.setUp();
        removePrecompile();
    }
}
