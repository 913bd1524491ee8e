// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";
import {Caller, Failing, Recorder} from "../targets/Targets.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract ExecuteBatchTest is WalletTest {
    function test_behavior_makesAllCallsInOrder() public {
        Recorder target = new Recorder();
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](3);
        calls[0] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 10)));
        calls[1] = PasskeyWallet.Call(address(target), 5, "first");
        calls[2] = PasskeyWallet.Call(address(target), 7, "second");
        executeBatch(calls);
        vm.assertEq(coin.balanceOf(SHOP), 10, "coins");
        vm.assertEq(target.lastData(), "second", "last");
        vm.assertEq(address(target).balance, 12, "ether");
        vm.assertEq(target.lastSender(), address(wallet), "sender");
    }

    function testFuzz_behavior_sumsUp(uint256[] memory amounts) public {
        vm.assume(amounts.length < 40);
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](amounts.length);
        uint256 sum = 0;
        for (uint256 index = 0; index < amounts.length; ++index) {
            uint256 amount = amounts[index] % (FUNDS / 40);
            sum += amount;
            calls[index] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, amount)));
        }
        executeBatch(calls);
        vm.assertEq(coin.balanceOf(SHOP), sum, "sum");
    }

    function test_behavior_mayCallTheWalletItself() public {
        PasskeyWallet.Call[] memory inner = new PasskeyWallet.Call[](1);
        inner[0] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 10)));
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.setBackup, (BACKUP)));
        calls[1] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.executeBatch, (inner)));
        executeBatch(calls);
        vm.assertEq(wallet.backup(), BACKUP, "backup");
        vm.assertEq(coin.balanceOf(SHOP), 10, "nested");
    }

    function testFuzz_error_undoesAllWhenOneFails(uint256 place) public {
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](5);
        for (uint256 index = 0; index < 5; ++index) {
            calls[index] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 10)));
        }
        Failing failing = new Failing();
        calls[place % 5] = PasskeyWallet.Call(address(failing), 0, abi.encodeCall(Failing.withError, (place, "no")));
        (ExecuteCall memory call, bytes memory data) = selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        bytes memory told = abi.encodeWithSelector(Failing.Told.selector, place, "no");
        assertRefused(Passkey.long(call, data, signCall(call, data)), told, "reason");
        vm.assertEq(coin.balanceOf(SHOP), 0, "undone");
    }

    function testFuzz_error_onlyTheWalletItself(address caller) public {
        vm.assume(caller != address(wallet));
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](1);
        calls[0] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (caller, 10)));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.executeBatch(calls);
    }

    function test_error_refusesAnExecutionWithinABatch() public {
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(1);
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](1);
        bytes memory execution = Passkey.long(inner, innerData, signCall(inner, innerData));
        calls[0] = PasskeyWallet.Call(address(wallet), 0, execution);
        (ExecuteCall memory call, bytes memory data) = selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        bytes memory reentrant = abi.encodeWithSelector(PasskeyWallet.ReentrantCall.selector);
        assertRefused(Passkey.long(call, data, signCall(call, data)), reentrant, "reentrant");
    }

    function test_error_aCalledContractCannotAddCalls() public {
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](1);
        calls[0] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, 10)));
        Caller target = new Caller();
        target.prepare(address(wallet), abi.encodeCall(wallet.executeBatch, (calls)), true);
        calls[0] = PasskeyWallet.Call(address(target), 0, "");
        executeBatch(calls);
        vm.assertFalse(target.succeeded(), "only self");
        vm.assertEq(coin.balanceOf(SHOP), 0, "nothing moved");
    }

    function executeBatch(PasskeyWallet.Call[] memory calls) private {
        (ExecuteCall memory call, bytes memory data) = selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        execute(call, data);
    }
}
