// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract ObjectToRemovalTest is CoSignerTest {
    /// After an objection, the removal takes effect 30 days after its start, whenever the co-signer objected.
    function testFuzz_behavior_delaysTheRemoval(uint256 wait) public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + wait % REMOVAL);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletCoSigner.CoSignerRemovalObjected(account, START + OBJECTED);
        vm.prank(account);
        wallet.objectToRemoval();
        assertCoSigner(account, START + OBJECTED);
        vm.warp(START + OBJECTED - 1);
        assertCoSignerNeeded(true, "last second");
        vm.warp(START + OBJECTED);
        assertCoSignerNeeded(false, "at the end");
    }

    /// An approval wallet objects with a call of its own that its passkey signed.
    function test_behavior_anApprovalWalletObjects() public {
        nameCoSigner(Kind.WalletLong);
        startRemoval();
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(wallet), START + 9);
        bytes memory data = abi.encodeCall(wallet.objectToRemoval, ());
        PasskeyWallet protected = wallet;
        wallet = approvalWallet;
        submit(Passkey.packed(call, data, Passkey.sign(APPROVAL_KEY, APPROVAL_RP_ID_HASH, digestOf(call, data))));
        wallet = protected;
        assertCoSigner(address(approvalWallet), START + OBJECTED);
    }

    function test_error_twice() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        object();
        assertNothingToObject("at once");
        vm.warp(START + REMOVAL);
        assertNothingToObject("when it would have ended");
        vm.warp(START + OBJECTED - 1);
        assertNothingToObject("last second");
        assertCoSigner(account, START + OBJECTED);
    }

    function test_error_beforeARemoval() public {
        nameCoSigner(Kind.Account);
        assertNothingToObject("no removal");
        startRemoval();
        asBoth(abi.encodeCall(wallet.keepCoSigner, ()));
        assertNothingToObject("called off");
        assertCoSigner(account, 0);
    }

    /// After its power has ended, the former co-signer is treated like any other account.
    function testFuzz_error_tooLate(uint256 wait, bool objected) public {
        nameCoSigner(Kind.Account);
        startRemoval();
        if (objected) object();
        vm.warp(START + (objected ? OBJECTED : REMOVAL) + wait % 10_000 days);
        assertOnlyCoSigner(account);
        assertCoSignerNeeded(false, "removed");
    }

    function testFuzz_error_byOthers(address caller) public {
        nameCoSigner(Kind.Account);
        vm.assume(caller != account);
        assertOnlyCoSigner(caller);
        startRemoval();
        assertOnlyCoSigner(caller);
        assertCoSigner(account, START + REMOVAL);
    }

    function test_error_byThoseWhoHaveASay() public {
        asOwner(abi.encodeCall(wallet.setBackup, (BACKUP)));
        nameCoSigner(Kind.Account);
        startRemoval();
        assertOnlyCoSigner(BACKUP);
        assertOnlyCoSigner(address(approvalWallet));
        assertOnlyCoSigner(address(0));
        assertOnlyCoSigner(address(wallet));
        // A call of the wallet to itself, signed by owner and co-signer, cannot object either.
        (ExecuteCall memory call, bytes memory data) = freshSelfCall(abi.encodeCall(wallet.objectToRemoval, ()));
        bytes memory expected = abi.encodeWithSelector(WalletCoSigner.OnlyCoSigner.selector, address(wallet));
        assertRefused(signedByBoth(true, call, data), expected, "both");
    }

    function testFuzz_error_ofAnOrdinaryWallet(address caller) public {
        vm.assume(caller != address(0));
        assertOnlyCoSigner(caller);
    }

    function test_error_byAFormerCoSigner() public {
        nameCoSigner(Kind.Account);
        asBoth(abi.encodeCall(wallet.setCoSigner, (address(approvalWallet))));
        startRemoval();
        assertOnlyCoSigner(account);
        assertCoSigner(address(approvalWallet), START + REMOVAL);
    }

    /// The co-signer can object once to each start. A removal that was cancelled and started again is a new one.
    function test_behavior_onceForEachStart() public {
        nameCoSigner(Kind.Account);
        for (uint256 round = 0; round < 3; ++round) {
            uint256 start = START + round * 10 days;
            vm.warp(start);
            startRemoval();
            object();
            assertCoSigner(account, start + OBJECTED);
            assertNothingToObject("twice");
            asBoth(abi.encodeCall(wallet.keepCoSigner, ()));
        }
    }

    /// An objection needs no signature by a key, and it moves nothing and changes no key.
    function test_error_objectingMovesNothing() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        object();
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS, "coins");
        vm.assertEq(wallet.backup(), address(0), "backup");
        vm.assertFalse(wallet.isKeyReplaced(), "key");
    }

    function object() private {
        vm.prank(account);
        wallet.objectToRemoval();
    }

    function assertNothingToObject(string memory name) private {
        vm.prank(account);
        (bool success, bytes memory reason) = address(wallet).call(abi.encodeCall(wallet.objectToRemoval, ()));
        vm.assertFalse(success, name);
        vm.assertEq(reason, abi.encodeWithSelector(WalletCoSigner.NoRemovalPending.selector), name);
    }

    function assertOnlyCoSigner(address caller) private {
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletCoSigner.OnlyCoSigner.selector, caller));
        wallet.objectToRemoval();
    }
}
