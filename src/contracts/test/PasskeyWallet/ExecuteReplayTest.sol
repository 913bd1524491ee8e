// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {Assertion, Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {Caller, HookedCoin} from "../targets/Targets.sol";
import {ExecuteFormTest} from "./ExecuteFormTest.sol";

/// @notice Tests that a wallet executes a call once, before its expiration, and never within another execution.
abstract contract ExecuteReplayTest is ExecuteFormTest {
    // error: replay and expiration

    function testFuzz_error_refusesReplay(uint256 amount, uint256 wait) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % (FUNDS / 2));
        bytes memory callData = signed(call, data);
        submit(callData);
        vm.warp(START + wait % 300);
        bytes memory used = abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digestOf(call, data));
        assertRefused(callData, used, "same bytes");
        // A second passkey prompt for the same call gives another signature over the same digest.
        Assertion memory other = Passkey.sign(
            PRIVATE_KEY,
            Passkey.authenticatorData(RP_ID_HASH, 0x1d, 9),
            bytes(Passkey.USUAL_HEAD),
            ',"origin":"https://other.shop.example.com"}',
            1,
            digestOf(call, data)
        );
        assertRefused(encode(call, data, other), used, "another signature");
        vm.assertEq(coin.balanceOf(SHOP), amount % (FUNDS / 2), "moved once");
    }

    function testFuzz_error_refusesWhenExpired(uint256 expiration) public {
        expiration = expiration % (START + 1);
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        call.expiration = expiration;
        assertRefused(signed(call, data), abi.encodeWithSelector(ReplayRing.Expired.selector, expiration), "expired");
    }

    function test_behavior_theLastSecondCounts() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes memory callData = signed(call, data);
        vm.warp(START + 300);
        assertRefused(callData, abi.encodeWithSelector(ReplayRing.Expired.selector, START + 300), "expired");
        vm.warp(START + 299);
        submit(callData);
    }

    // error: reentrancy

    function test_error_refusesASecondExecutionWithinTheFirst() public {
        Caller target = new Caller();
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(5);
        ExecuteCall memory outer;
        (outer.toAddress, outer.expiration) = (address(target), START + 1);
        bytes[2] memory forms = [
            Passkey.long(inner, innerData, signCall(inner, innerData)),
            Passkey.packed(inner, innerData, signCall(inner, innerData))
        ];
        for (uint256 index = 0; index < 2; ++index) {
            target.prepare(address(wallet), forms[index], false);
            bytes memory reentrant = abi.encodeWithSelector(PasskeyWallet.ReentrantCall.selector);
            assertRefused(signed(outer, bytes.concat(bytes32(index))), reentrant, "reentrant");

            target.prepare(address(wallet), forms[index], true);
            sendSigned(outer, bytes.concat(bytes32(index)));
            vm.assertFalse(target.succeeded(), "inner execution");
            vm.assertEq(target.reason(), reentrant, "reason");
        }
        // The lock is released, and the inner digest was not spent.
        submit(forms[0]);
        vm.assertEq(coin.balanceOf(SHOP), 5, "shop");
    }

    function test_error_refusesASecondExecutionFromAHookOfTheFeeCoin() public {
        HookedCoin hooked = new HookedCoin();
        hooked.mint(address(wallet), 100);
        Caller target = new Caller();
        hooked.setHook(address(target));
        (ExecuteCall memory inner, bytes memory innerData) = transferCall(5);
        target.prepare(address(wallet), Passkey.long(inner, innerData, signCall(inner, innerData)), true);

        (ExecuteCall memory outer, bytes memory data) = transferCall(1);
        (outer.fee, outer.feeCoinAddress, outer.feeWithdrawAddress) = (7, address(hooked), COLLECTOR);
        sendSigned(outer, data);
        vm.assertFalse(target.succeeded(), "inner execution");
        vm.assertEq(coin.balanceOf(SHOP), 1, "only the outer one");

        // The fee coin cannot submit the same call again either, because its digest is spent before the fee is paid.
        target.prepare(address(wallet), signed(outer, data), true);
        (outer, data) = transferCall(2);
        (outer.fee, outer.feeCoinAddress, outer.feeWithdrawAddress) = (7, address(hooked), COLLECTOR);
        target.prepare(address(wallet), signed(outer, data), true);
        sendSigned(outer, data);
        vm.assertFalse(target.succeeded(), "same execution");
        vm.assertEq(coin.balanceOf(SHOP), 3, "once more");
    }

    function test_error_theCalledContractIsNotTheWallet() public {
        Caller target = new Caller();
        target.prepare(address(wallet), abi.encodeCall(wallet.setBackup, (BACKUP)), true);
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(target), START + 1);
        sendSigned(call, "");
        vm.assertFalse(target.succeeded(), "only self");
        vm.assertEq(wallet.backup(), address(0), "backup");
    }
}
