// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {RecoveryTest} from "./RecoveryTest.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract CancelRecoveryTest is RecoveryTest {
    /// A recovery can be cancelled until it is finished, even long after its delay has passed.
    function testFuzz_behavior_thePasskeyCanCancelAtAnyTime(uint256 wait) public {
        setBackup(BACKUP);
        propose(OTHER_KEY);
        vm.warp(START + wait % 300 days);
        bytes memory cancel = signedSelfCall(PRIVATE_KEY, abi.encodeCall(wallet.cancelRecovery, ()));
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.RecoveryCancelled(x, y);
        submit(cancel);
        assertPending(0, 0, 0);
        vm.warp(START + 300 days);
        vm.expectRevert(WalletKey.NoRecoveryPending.selector);
        wallet.finishRecovery();
        assertKey(PRIVATE_KEY);
        vm.assertEq(wallet.backup(), BACKUP, "backup stays");
    }

    function test_error_nothingToCancel() public {
        bytes memory cancel = signedSelfCall(PRIVATE_KEY, abi.encodeCall(wallet.cancelRecovery, ()));
        bytes memory nothing = abi.encodeWithSelector(WalletKey.NoRecoveryPending.selector);
        assertRefused(cancel, nothing, "nothing pending");
        // The digest was not spent, so the same signature can cancel a later proposal.
        setBackup(BACKUP);
        propose(OTHER_KEY);
        submit(cancel);
        assertPending(0, 0, 0);
    }

    function testFuzz_error_nobodyElse(address caller) public {
        vm.assume(caller != address(wallet));
        setBackup(BACKUP);
        propose(OTHER_KEY);
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.cancelRecovery();
    }

    function test_error_theFormerKeyCannotCancelAfterwards() public {
        setBackup(BACKUP);
        propose(OTHER_KEY);
        bytes memory cancel = signedSelfCall(PRIVATE_KEY, abi.encodeCall(wallet.cancelRecovery, ()));
        vm.warp(START + DELAY);
        wallet.finishRecovery();
        (bool success, bytes memory reason) = address(wallet).call(cancel);
        vm.assertFalse(success, "cancelled");
        bytes4 selector = bytes4(keccak256("AssertionRejected(bytes32,uint8)"));
        vm.assertEq(bytes32(bytes4(reason)), bytes32(selector), "reason");
        vm.assertEq(uint256(bytes32(Passkey.slice(reason, 36, 68))), 6, "WrongSignature");
    }
}
