// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletCoSigner} from "../../src/WalletCoSigner.sol";
import {CoSignerTest} from "../base/CoSignerTest.sol";
import {vm} from "../base/Vm.sol";

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
contract KeepCoSignerTest is CoSignerTest {
    function testFuzz_behavior_bothCallTheRemovalOff(uint256 choice, uint256 wait) public {
        nameCoSigner(Kind(choice % KINDS));
        startRemoval();
        vm.warp(START + wait % REMOVAL);
        (ExecuteCall memory call, bytes memory data) = keepCall();
        bytes memory callData = signedByBoth(true, call, data);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletCoSigner.CoSignerKept(coSigner());
        submit(callData);
        assertCoSigner(coSigner(), 0);
        vm.warp(START + 900 days);
        assertCoSignerNeeded(true, "long after");
    }

    function test_behavior_afterAnObjection() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.prank(account);
        wallet.objectToRemoval();
        vm.warp(START + OBJECTED - 1);
        asBoth(abi.encodeCall(wallet.keepCoSigner, ()));
        assertCoSigner(account, 0);
        startRemoval();
        assertCoSigner(account, START + OBJECTED - 1 + REMOVAL);
    }

    function test_error_withoutARemoval() public {
        (ExecuteCall memory call, bytes memory data) = keepCall();
        bytes memory nothing = abi.encodeWithSelector(WalletCoSigner.NoRemovalPending.selector);
        assertRefused(signedByOwner(true, call, data), nothing, "no co-signer");
        nameCoSigner(Kind.Account);
        assertRefused(signedByBoth(true, call, data), nothing, "no removal");
        assertRefused(signedByBoth(false, call, data), nothing, "no removal, long form");
    }

    /// After a removal has taken effect, it cannot be cancelled any more. The co-signer would have to be set again.
    function test_error_tooLate() public {
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.warp(START + REMOVAL);
        (ExecuteCall memory call, bytes memory data) = keepCall();
        bytes memory nothing = abi.encodeWithSelector(WalletCoSigner.NoRemovalPending.selector);
        assertRefused(signedByOwner(true, call, data), nothing, "the owner");
        assertCoRejected(call, data, coSign(digestOf(call, data)), "with the former co-signer");
        assertCoSigner(address(0), START + REMOVAL);
    }

    function testFuzz_error_byOthers(address caller) public {
        vm.assume(caller != address(wallet));
        nameCoSigner(Kind.Account);
        startRemoval();
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.keepCoSigner();
        vm.prank(account);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, account));
        wallet.keepCoSigner();
    }

    function keepCall() private returns (ExecuteCall memory call, bytes memory data) {
        return freshSelfCall(abi.encodeCall(wallet.keepCoSigner, ()));
    }
}
