// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {Bomb, Failing, Recorder} from "../targets/Targets.sol";
import {ExecuteFormTest} from "./ExecuteFormTest.sol";

/// @notice Tests that a wallet makes the signed call, and reports the reason if the call fails.
abstract contract ExecuteCallsTest is ExecuteFormTest {
    // behavior: the call

    function testFuzz_behavior_callsWithWhatWasSigned(uint256 value, bytes memory data, uint256 lifetime) public {
        vm.assume(data.length != 0);
        Recorder target = new Recorder();
        ExecuteCall memory call;
        call.toAddress = address(target);
        call.value = value % 100 ether;
        call.expiration = START + 1 + lifetime % (type(uint40).max - START);
        bytes32 digest = digestOf(call, data);

        vm.expectEmit(true, true, true, true, address(wallet));
        emit PasskeyWallet.Executed(digest);
        sendSigned(call, data);

        vm.assertEq(target.lastData(), data, "data");
        vm.assertEq(target.lastValue(), call.value, "value");
        vm.assertEq(target.lastSender(), address(wallet), "sender");
        vm.assertEq(target.calls(), 1, "calls");
        vm.assertTrue(wallet.used(digest), "used");
    }

    function test_behavior_transfersCoins() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1_500_000);
        sendSigned(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 1_500_000, "shop");
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS - 1_500_000, "wallet");
    }

    function test_behavior_sendsEtherWithoutData() public {
        ExecuteCall memory call;
        (call.toAddress, call.value, call.expiration) = (SHOP, 3 ether, START + 1);
        sendSigned(call, "");
        vm.assertEq(SHOP.balance, 3 ether, "ether");
    }

    function test_behavior_anyoneMayHandIn() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.prank(address(0xbeef));
        submit(callData);
        vm.assertEq(coin.balanceOf(SHOP), 1, "shop");
    }

    function test_behavior_manyExecutionsFollowEachOther() public {
        for (uint256 number = 1; number <= 30; ++number) {
            (ExecuteCall memory call, bytes memory data) = transferCall(number);
            sendSigned(call, data);
        }
        vm.assertEq(coin.balanceOf(SHOP), 465, "shop");
    }

    // behavior: failing calls

    function testFuzz_error_passesTheReasonOn(uint256 number, string memory text) public {
        vm.assume(bytes(text).length < 1000);
        Failing target = new Failing();
        assertCallFails(
            address(target),
            abi.encodeCall(Failing.withError, (number, text)),
            abi.encodeWithSelector(Failing.Told.selector, number, text)
        );
        assertCallFails(
            address(target), abi.encodeCall(Failing.withString, (text)), abi.encodeWithSignature("Error(string)", text)
        );
    }

    function test_error_passesEveryKindOfReasonOn() public {
        Failing target = new Failing();
        assertCallFails(address(target), abi.encodeCall(Failing.withNothing, ()), "");
        bytes memory panic = abi.encodeWithSignature("Panic(uint256)", 0x12);
        assertCallFails(address(target), abi.encodeCall(Failing.withPanic, ()), panic);
        bytes memory whole = new bytes(10_000);
        for (uint256 index = 0; index < whole.length; ++index) {
            whole[index] = bytes1(uint8(index));
        }
        uint256[5] memory lengths = [uint256(1), 4095, 4096, 4097, 10_000];
        for (uint256 index = 0; index < 5; ++index) {
            uint256 length = lengths[index];
            bytes memory expected = Passkey.slice(whole, 0, length > 4096 ? 4096 : length);
            assertCallFails(address(target), abi.encodeCall(Failing.withLength, (length)), expected);
        }
    }

    function test_error_moreEtherThanThereIs() public {
        ExecuteCall memory call;
        (call.toAddress, call.value, call.expiration) = (SHOP, 101 ether, START + 1);
        assertRefused(signed(call, ""), "", "insufficient balance");
    }

    function test_behavior_answersThatAreTooLongAreNotCopied() public {
        Bomb bomb = new Bomb();
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(bomb), START + 1);
        bytes memory data = abi.encodeCall(Bomb.succeed, (1_000_000));
        bytes memory callData = signed(call, data);
        uint256 before = gasleft();
        submit(callData);
        // The target uses 2.0 million gas for its own memory. Copying its revert data would cost the wallet the same
        // again.
        vm.assertLe(before - gasleft(), 2_700_000, "gas of a long answer");

        data = abi.encodeCall(Bomb.fail, (1_000_000));
        callData = signed(call, data);
        before = gasleft();
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, "failed");
        vm.assertEq(reason.length, 4096, "reason");
        vm.assertLe(before - gasleft(), 2_700_000, "gas of a long reason");
    }

    // error: wrong use

    function test_error_refusesEther() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.deal(address(this), 1 ether);
        (bool success,) = address(wallet).call{value: 1}(callData);
        vm.assertFalse(success, "not payable");
    }

    function test_error_theImplementationIsNobodysWallet() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        wallet = PasskeyWallet(payable(factory.implementation()));
        bytes memory callData = encode(call, data, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digestOf(call, data)));
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertFalse(success, "implementation");
        vm.assertEq(reason, abi.encodeWithSignature("NotAWallet()"), "reason");
    }

    // Private functions.

    function assertCallFails(address target, bytes memory data, bytes memory expected) private {
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (target, START + 1);
        assertRefused(signed(call, data), expected, "reason");
    }
}
