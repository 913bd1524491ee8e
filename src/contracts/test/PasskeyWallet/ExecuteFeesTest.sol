// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {vm} from "../base/Vm.sol";
import {Failing, OddCoin} from "../targets/Targets.sol";
import {ExecuteFormTest} from "./ExecuteFormTest.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @notice Tests that a wallet pays the signed fee before the call, and refuses the call if it cannot.
abstract contract ExecuteFeesTest is ExecuteFormTest {
    function testFuzz_behavior_paysTheFeeBeforeTheCall(uint256 fee, uint256 amount) public {
        fee = fee % FUNDS;
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % (FUNDS - fee));
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (fee, address(coin), COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(COLLECTOR), fee, "fee");
        vm.assertEq(coin.balanceOf(SHOP), amount % (FUNDS - fee), "amount");
    }

    function test_behavior_theFeeComesFirst() public {
        // Fee and amount together exceed the balance. After the fee is paid the call fails, and everything is reverted.
        (ExecuteCall memory call, bytes memory data) = transferCall(FUNDS);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (1, address(coin), COLLECTOR);
        bytes memory insufficient = abi.encodeWithSignature(
            "ERC20InsufficientBalance(address,uint256,uint256)", address(wallet), FUNDS - 1, FUNDS
        );
        assertRefused(signed(call, data), insufficient, "insufficient");
        vm.assertEq(coin.balanceOf(COLLECTOR), 0, "fee undone");
        vm.assertFalse(wallet.used(digestOf(call, data)), "digest can be tried again");
    }

    function test_behavior_noFeeIsPaidInNoCoin() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.fee, call.feeWithdrawAddress) = (77, COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 5, "amount");
    }

    function test_behavior_aFeeOfZeroTouchesNoCoin() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.feeCoinAddress, call.feeWithdrawAddress) = (address(new Failing()), COLLECTOR);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 5, "amount");
    }

    function test_behavior_aFeeIsPaidInCoinsThatReturnNothingOrTrue() public {
        OddCoin odd = new OddCoin();
        for (uint256 index = 0; index < 2; ++index) {
            odd.setBehavior(OddCoin.Behavior(index));
            (ExecuteCall memory call, bytes memory data) = transferCall(index);
            (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (7, address(odd), COLLECTOR);
            sendSigned(call, data);
        }
        vm.assertEq(odd.received(COLLECTOR), 14, "fees");
    }

    function test_error_aFeeThatCannotBePaidRefusesTheCall() public {
        OddCoin odd = new OddCoin();
        (ExecuteCall memory call, bytes memory data) = transferCall(5);
        (call.fee, call.feeCoinAddress, call.feeWithdrawAddress) = (7, address(odd), COLLECTOR);
        bytes memory callData = signed(call, data);
        bytes memory failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(odd));
        for (uint256 behavior = 2; behavior <= 4; ++behavior) {
            odd.setBehavior(OddCoin.Behavior(behavior));
            assertRefused(callData, failed, "not paid");
        }
        odd.setBehavior(OddCoin.Behavior.Reverts);
        assertRefused(callData, abi.encodeWithSignature("Error(string)", "odd"), "reverts");
        vm.assertEq(coin.balanceOf(SHOP), 0, "nothing moved");

        // An address without code is not a coin.
        call.feeCoinAddress = SHOP;
        failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, SHOP);
        assertRefused(signed(call, data), failed, "no code");
    }
}
