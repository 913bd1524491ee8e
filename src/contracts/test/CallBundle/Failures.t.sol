// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Vm, vm} from "../base/Vm.sol";
import {Bomb, Caller, Failing} from "../targets/Targets.sol";
import {BundleTest} from "./BundleTest.sol";

/// @notice Loops forever.
contract Endless {
    fallback() external {
        while (true) {}
    }
}

/// @notice In each bundle of these tests, wallets 0 and 1 pay the shop, with another call between their calls.
contract FailuresTest is BundleTest {
    uint32 private constant HIGH_BOUND = 5_000_000;

    function setUp() public override {
        super.setUp();
        createWallets(3);
    }

    // behavior: the other calls are made

    function test_behavior_aCallThatRevertsAtOnce() public {
        Failing target = new Failing();
        assertBetween(Part(address(target), BOUND, abi.encodeCall(target.withNothing, ())), false, 10_000);
        assertBetween(Part(address(target), BOUND, abi.encodeCall(target.withError, (1, "no"))), false, 10_000);
        assertBetween(Part(address(target), BOUND, "unknown function"), false, 10_000);
    }

    function test_behavior_aCallThatUsesUpItsBound() public {
        address endless = address(new Endless());
        Failing target = new Failing();
        assertBetween(Part(endless, BOUND, ""), false, BOUND + AROUND);
        assertBetween(Part(endless, HIGH_BOUND, ""), false, HIGH_BOUND + AROUND);
        assertBetween(Part(address(target), BOUND, abi.encodeCall(target.withAllGas, ())), false, BOUND + AROUND);
        assertBetween(signedPart(2, endless, "loop"), false, BOUND + AROUND);
    }

    /// The call that returns a megabyte pays for its memory, and the bundle does not copy the data.
    function test_behavior_aCallThatReturnsOrRevertsWithAMegabyte() public {
        Bomb target = new Bomb();
        bytes memory returned = abi.encodeCall(target.succeed, (1_000_000));
        bytes memory reverted = abi.encodeCall(target.fail, (1_000_000));
        assertBetween(Part(address(target), HIGH_BOUND, returned), true, 2_300_000);
        assertBetween(Part(address(target), HIGH_BOUND, reverted), false, 2_300_000);
        assertBetween(Part(address(target), BOUND, returned), false, BOUND + AROUND);
        assertBetween(Part(address(target), BOUND, reverted), false, BOUND + AROUND);
        Part memory signed = signedPart(2, address(target), reverted);
        signed.bound = HIGH_BOUND;
        assertBetween(signed, false, 2_400_000);
    }

    function test_behavior_aCallThatIsNotSignedOrHasExpired() public {
        Part memory unsigned = transferPart(2, 1);
        unsigned.data[10] ^= 0x01;
        assertBetween(unsigned, false, BOUND);
        Part memory expired = transferPart(2, 1);
        vm.warp(block.timestamp + 300);
        assertBetween(expired, false, BOUND);
    }

    /// A call to an address without code succeeds, so a success does not prove that a wallet did anything. Only its
    /// events prove it.
    function test_behavior_aCallToNobody() public {
        assertBetween(Part(address(0xdead), BOUND, "hello"), true, AROUND);
    }

    // behavior: a digest is executed once, whoever submits it

    function test_behavior_aCallThatWasExecutedBeforeTheBundle() public {
        Part memory part = transferPart(2, 5);
        (bool success,) = part.target.call(part.data);
        vm.assertTrue(success, "first");
        assertBetween(part, false, BOUND);
        vm.assertEq(coin.balanceOf(addressOf(2)), FUNDS - 5, "once");
    }

    function test_behavior_aCallThatIsInTheBundleTwice() public {
        Part memory part = transferPart(2, 5);
        assertResults(send(encode(three(part, part, transferPart(0, 1)))), [true, false, true]);
        vm.assertEq(coin.balanceOf(SHOP), 6, "once");
    }

    /// The first wallet's call submits the second wallet's call. That one is executed there, and refused at its own
    /// place in the bundle.
    function test_behavior_aCallThatReentersAnotherWallet() public {
        Part memory other = transferPart(1, 5);
        Caller target = new Caller();
        target.prepare(other.target, other.data, false);
        Part memory reentering = signedPart(0, address(target), "go");
        assertResults(send(encode(three(reentering, other, transferPart(2, 1)))), [true, false, true]);
        vm.assertEq(coin.balanceOf(SHOP), 6, "once");
        vm.assertEq(coin.balanceOf(addressOf(1)), FUNDS - 5, "by its own signature");
    }

    /// A bundle called inside the bundle writes its log first. The last log is that of the outer bundle.
    function test_behavior_aCallThatReentersTheBundle() public {
        Part memory other = transferPart(1, 5);
        Part[] memory inner = new Part[](2);
        (inner[0], inner[1]) = (other, other);
        Caller target = new Caller();
        target.prepare(bundle, encode(inner), false);
        Part memory reentering = signedPart(0, address(target), "go");
        reentering.bound = HIGH_BOUND;

        vm.recordLogs();
        (bool success,) = bundle.call(encode(three(reentering, other, transferPart(2, 1))));
        vm.assertTrue(success, "bundle");
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertResults(logs[logs.length - 1].data, [true, false, true]);
        uint256 ofBundle = 0;
        for (uint256 index = 0; index < logs.length; ++index) {
            if (logs[index].emitter == bundle && ++ofBundle == 1) vm.assertEq(logs[index].data.length, 8, "inner");
        }
        vm.assertEq(ofBundle, 2, "logs");
        vm.assertEq(coin.balanceOf(SHOP), 6, "once");
    }

    /// Sends a bundle with the call between two transfers. Checks that both transfers are made and use as much gas as
    /// next to a call to an address without code.
    function assertBetween(Part memory between, bool succeeds, uint256 gasMax) private {
        uint256 state = vm.snapshotState();
        Part memory nothing = Part(address(0xdead), BOUND, between.data);
        bytes memory usual = send(encode(three(transferPart(0, 3), nothing, transferPart(1, 4))));
        vm.assertTrue(vm.revertToState(state), "reverted");

        state = vm.snapshotState();
        uint256 before = coin.balanceOf(SHOP);
        bytes memory log = send(encode(three(transferPart(0, 3), between, transferPart(1, 4))));
        assertResults(log, [true, succeeds, true]);
        vm.assertEq(coin.balanceOf(addressOf(0)), FUNDS - 3, "first");
        vm.assertEq(coin.balanceOf(addressOf(1)), FUNDS - 4, "last");
        vm.assertEq(coin.balanceOf(SHOP) - before, 7, "shop");
        (, uint256 gasUsed) = resultOf(log, 1);
        vm.assertLe(gasUsed, gasMax, "gas");
        (, gasUsed) = resultOf(log, 2);
        (, uint256 usually) = resultOf(usual, 2);
        vm.assertLe(gasUsed, usually + 100, "gas of another");
        vm.assertTrue(vm.revertToState(state), "reverted");
    }
}
