// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {ReplayRing} from "../../src/ReplayRing.sol";
import {WalletAuthority} from "../../src/WalletAuthority.sol";
import {WalletKey} from "../../src/WalletKey.sol";
import {Passkey} from "../base/Passkey.sol";
import {Vm, vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";
import {Caller} from "../targets/Targets.sol";

/// forge-config: default.fuzz.runs = 2500
/// forge-config: quick.fuzz.runs = 64
contract CancelCallTest is WalletTest {
    uint256 private constant MAX_TIME = type(uint40).max;

    // behavior: a cancelled call is refused

    function testFuzz_behavior_refusesTheCallFromThenOn(uint256 amount, uint256 lifetime, uint256 wait) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % FUNDS);
        call.expiration = START + 1 + lifetime % 2 hours;
        bytes32 digest = digestOf(call, data);
        vm.assertFalse(wallet.used(digest), "before");
        cancel(digest, call.expiration);
        vm.assertTrue(wallet.used(digest), "after");

        vm.warp(START + wait % (call.expiration - START));
        assertRefused(Passkey.long(call, data, signCall(call, data)), used(digest), "long form");
        assertRefused(Passkey.packed(call, data, signCall(call, data)), used(digest), "packed form");
        vm.assertEq(coin.balanceOf(SHOP), 0, "nothing moved");
    }

    function test_behavior_saysCancelledAndNeverExecuted() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(1);
        bytes32 digest = digestOf(call, data);
        (ExecuteCall memory outer, bytes memory outerData) = cancellation(digest, call.expiration);
        vm.recordLogs();
        execute(outer, outerData);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "two events");
        assertEvent(logs[0], PasskeyWallet.Cancelled.selector, digest);
        assertEvent(logs[1], PasskeyWallet.Executed.selector, digestOf(outer, outerData));
    }

    /// The purpose of the function: anyone could submit a call again that failed in its block.
    function test_behavior_aCallThatFailedCannotComeBack() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(FUNDS + 1);
        (ExecuteCall memory twin,) = transferCall(FUNDS + 1);
        twin.expiration += 1;
        bytes memory callData = Passkey.packed(call, data, signCall(call, data));
        bytes memory twinData = Passkey.packed(twin, data, signCall(twin, data));
        (bool success,) = address(wallet).call(callData);
        (bool twinSuccess,) = address(wallet).call(twinData);
        vm.assertFalse(success || twinSuccess, "more than there is");
        cancel(digestOf(call, data), call.expiration);

        coin.mint(address(wallet), 1);
        assertRefused(callData, used(digestOf(call, data)), "taken back");
        submit(twinData);
        vm.assertEq(coin.balanceOf(SHOP), FUNDS + 1, "the one that was not taken back");
    }

    function test_behavior_otherCallsAreNotTouched() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(0);
        cancel(digestOf(call, data), call.expiration);
        for (uint256 amount = 1; amount <= 30; ++amount) {
            (call, data) = transferCall(amount);
            execute(call, data);
        }
        vm.assertEq(coin.balanceOf(SHOP), 465, "shop");
    }

    function testFuzz_behavior_theNewKeyTakesBackWhatTheOldOneSigned(uint256 amount) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % FUNDS);
        call.expiration = START + 30 days;
        (ExecuteCall memory naming, bytes memory named) = selfCall(abi.encodeCall(wallet.setBackup, (BACKUP)));
        execute(naming, named);
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        vm.prank(BACKUP);
        wallet.proposeRecovery(x, y);
        vm.warp(START + 3 days);
        wallet.finishRecovery();

        bytes32 digest = digestOf(call, data);
        (ExecuteCall memory outer, bytes memory outerData) = cancellation(digest, call.expiration);
        submit(Passkey.long(outer, outerData, Passkey.sign(OTHER_KEY, RP_ID_HASH, digestOf(outer, outerData))));
        assertRefused(Passkey.long(call, data, signCall(call, data)), used(digest), "taken back");
    }

    // behavior: within a batch

    function testFuzz_behavior_takesBackAndPaysAnewInOneBatch(uint256 amount, uint256 others) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(amount % FUNDS);
        bytes32 digest = digestOf(call, data);
        (ExecuteCall memory outer, bytes memory outerData) = replacement(digest, call.expiration, others % FUNDS);
        execute(outer, outerData);
        assertRefused(Passkey.packed(call, data, signCall(call, data)), used(digest), "the first one");
        vm.assertEq(coin.balanceOf(SHOP), others % FUNDS, "paid once");
    }

    function test_error_aBatchDoesNotPayAnewWhatWasPaid() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        bytes32 digest = digestOf(call, data);
        (ExecuteCall memory outer, bytes memory outerData) = replacement(digest, call.expiration, 10);
        bytes memory callData = Passkey.packed(outer, outerData, signCall(outer, outerData));
        execute(call, data);
        assertRefused(callData, used(digest), "executed in the meantime");
        vm.assertEq(coin.balanceOf(SHOP), 10, "paid once");
    }

    function test_error_oneOfABatchThatIsUsedRefusesTheWholeBatch() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        bytes32 digest = digestOf(call, data);
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.cancelCall, (digest, call.expiration)));
        calls[1] = calls[0];
        (ExecuteCall memory outer, bytes memory outerData) = selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
        assertRefused(Passkey.long(outer, outerData, signCall(outer, outerData)), used(digest), "twice");
        vm.assertFalse(wallet.used(digest), "undone");
        execute(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 10, "not taken back");
    }

    // param: expiration

    function testFuzz_param_anEarlierExpirationBindsOnlyUntilThen(uint256 earlier, uint256 later) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        call.expiration = START + 1000;
        earlier = START + 10 + earlier % 900;
        bytes32 digest = digestOf(call, data);
        // If an unexpired call of the same slot came first, the digest would be recorded for longer.
        (ExecuteCall memory outer, bytes memory outerData) = cancellation(digest, earlier);
        vm.assume(uint256(digestOf(outer, outerData)) % 8 != uint256(digest) % 8);
        execute(outer, outerData);
        bytes memory callData = Passkey.packed(call, data, signCall(call, data));
        vm.warp(earlier - 1);
        assertRefused(callData, used(digest), "until then");
        vm.warp(earlier + later % (call.expiration - earlier));
        submit(callData);
        assertRefused(callData, used(digest), "once, as ever");
        vm.assertEq(coin.balanceOf(SHOP), 10, "moved once");
    }

    function testFuzz_param_aLaterExpirationBindsAsLong(uint256 later, uint256 wait) public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        bytes32 digest = digestOf(call, data);
        cancel(digest, call.expiration + later % (MAX_TIME - call.expiration + 1));
        vm.warp(START + wait % 300);
        assertRefused(Passkey.packed(call, data, signCall(call, data)), used(digest), "refused");
    }

    function test_param_anExpirationBeyond40BitsBindsForEver() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        call.expiration = MAX_TIME + 1;
        bytes32 digest = digestOf(call, data);
        bytes memory callData = Passkey.long(call, data, signCall(call, data));
        cancel(digest, call.expiration);
        vm.warp(START + 3650 days);
        assertRefused(callData, used(digest), "for ever");
    }

    // error

    function test_error_refusesWhatWasExecuted() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        execute(call, data);
        assertCancelRefused(digestOf(call, data), call.expiration, used(digestOf(call, data)));
    }

    function test_error_refusesWhatWasTakenBack() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        bytes32 digest = digestOf(call, data);
        cancel(digest, call.expiration);
        vm.warp(START + 1);
        assertCancelRefused(digest, call.expiration, used(digest));
    }

    function testFuzz_error_refusesWhatHasExpired(bytes32 digest, uint256 expiration) public {
        expiration = expiration % (START + 1);
        assertCancelRefused(digest, expiration, abi.encodeWithSelector(ReplayRing.Expired.selector, expiration));
        vm.assertFalse(wallet.used(digest), "not used");
    }

    function testFuzz_error_onlyTheWalletItself(address caller, bytes32 digest) public {
        vm.assume(caller != address(wallet));
        vm.prank(caller);
        vm.expectRevert(abi.encodeWithSelector(WalletAuthority.OnlySelf.selector, caller));
        wallet.cancelCall(digest, START + 300);
        vm.assertFalse(wallet.used(digest), "not used");
    }

    function test_error_aCalledContractCannotTakeBack() public {
        (ExecuteCall memory call, bytes memory data) = transferCall(10);
        Caller target = new Caller();
        target.prepare(
            address(wallet), abi.encodeCall(wallet.cancelCall, (digestOf(call, data), call.expiration)), true
        );
        ExecuteCall memory outer;
        (outer.toAddress, outer.expiration) = (address(target), START + 1);
        execute(outer, "");
        vm.assertFalse(target.succeeded(), "only self");
        execute(call, data);
        vm.assertEq(coin.balanceOf(SHOP), 10, "executed");
    }

    // shared functions

    function cancellation(bytes32 digest, uint256 expiration) private view returns (ExecuteCall memory, bytes memory) {
        return selfCall(abi.encodeCall(wallet.cancelCall, (digest, expiration)));
    }

    /// Returns a batch that cancels one call and pays the shop instead. Either both happen or neither.
    function replacement(bytes32 digest, uint256 expiration, uint256 amount)
        private
        view
        returns (ExecuteCall memory, bytes memory)
    {
        PasskeyWallet.Call[] memory calls = new PasskeyWallet.Call[](2);
        calls[0] = PasskeyWallet.Call(address(wallet), 0, abi.encodeCall(wallet.cancelCall, (digest, expiration)));
        calls[1] = PasskeyWallet.Call(address(coin), 0, abi.encodeCall(coin.transfer, (SHOP, amount)));
        return selfCall(abi.encodeCall(wallet.executeBatch, (calls)));
    }

    function cancel(bytes32 digest, uint256 expiration) private {
        (ExecuteCall memory call, bytes memory data) = cancellation(digest, expiration);
        execute(call, data);
    }

    function assertCancelRefused(bytes32 digest, uint256 expiration, bytes memory expected) private {
        (ExecuteCall memory call, bytes memory data) = cancellation(digest, expiration);
        assertRefused(Passkey.packed(call, data, signCall(call, data)), expected, "refused");
    }

    function assertEvent(Vm.Log memory log, bytes32 selector, bytes32 digest) private view {
        vm.assertEq(log.emitter, address(wallet), "emitter");
        vm.assertEq(log.topics.length, 2, "topics");
        vm.assertEq(log.topics[0], selector, "event");
        vm.assertEq(log.topics[1], digest, "digest");
    }

    function used(bytes32 digest) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ReplayRing.DigestUsed.selector, digest);
    }
}
