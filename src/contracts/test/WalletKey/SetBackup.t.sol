// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {vm} from "../base/Vm.sol";
import {RecoveryTest} from "./RecoveryTest.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract SetBackupTest is RecoveryTest {
    function test_error_theImplementationHasNoKey() public view {
        (bool success, bytes memory reason) =
            factory.implementation().staticcall(abi.encodeWithSelector(WalletKey.rpIdHash.selector));
        vm.assertFalse(success, "implementation");
        vm.assertEq(reason, abi.encodeWithSelector(WalletKey.NotAWallet.selector), "reason");
    }

    function testFuzz_behavior_thePasskeyNamesTheBackup(address first, address second) public {
        vm.assertEq(wallet.backup(), address(0), "none at first");
        vm.expectEmit(true, true, true, true, address(wallet));
        emit WalletKey.BackupSet(first);
        setBackup(first);
        vm.assertEq(wallet.backup(), first, "first");
        vm.assume(first != second);
        setBackup(second);
        vm.assertEq(wallet.backup(), second, "second");
    }

    function test_behavior_voidsWhatTheFormerBackupProposed() public {
        setBackup(BACKUP);
        propose(OTHER_KEY);
        setBackup(address(0));
        assertPending(0, 0, 0);
        vm.warp(START + DELAY);
        vm.expectRevert(WalletKey.NoRecoveryPending.selector);
        wallet.finishRecovery();
    }

    function testFuzz_error_nobodyElse(address caller) public {
        vm.assume(caller != address(wallet));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.setBackup(caller);
    }

    function test_error_theBackupCannotReplaceItself() public {
        setBackup(BACKUP);
        vm.prank(BACKUP);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, BACKUP));
        wallet.setBackup(SHOP);
    }
}
