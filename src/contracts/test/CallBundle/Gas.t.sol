// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../base/Vm.sol";
import {BundleTest} from "./BundleTest.sol";

/// @notice Records the gas with which it was called, and uses a given amount of gas.
contract Meter {
    uint256[] private _received;

    function spend(uint256 amount) external view {
        uint256 start = gasleft();
        while (start - gasleft() < amount) {}
    }

    /// Records the remaining gas. If the gas does not suffice, the call fails and records nothing.
    fallback() external {
        _received.push(gasleft());
    }

    function received() external view returns (uint256[] memory) {
        return _received;
    }
}

contract GasTest is BundleTest {
    Meter private _meter;

    function setUp() public override {
        super.setUp();
        _meter = new Meter();
    }

    /// A call either gets its whole gas bound or is not made. In the second case, the earlier calls are kept and the
    /// log ends there.
    function testFuzz_behavior_tooLittleGasEndsBeforeACallThatCouldNotGetItsBound(uint256 gas, uint32 bound) public {
        bound = uint32(within(bound, 60_000, 500_000));
        bytes memory data = "x";
        bytes memory encoded = abi.encodePacked(bytes1(0x0a), group(10, data.length), bound, _meter, data);
        bytes memory log = send(encoded, within(gas, 70_000, 2_000_000));
        uint256[] memory received = _meter.received();
        vm.assertEq(received.length, log.length / 4, "made");
        for (uint256 index = 0; index < received.length; ++index) {
            (bool succeeded,) = resultOf(log, index);
            vm.assertTrue(succeeded, "succeeded");
            // The meter uses up to 400 gas before it measures.
            vm.assertLe(bound, received[index] + 400, "bound");
            vm.assertLe(received[index], bound, "no more");
        }
    }

    /// A call gets 63/64 of the remaining gas, which matters for a large bound. The bundle requires no more than that.
    function test_param_aCallIsMadeFromTheGasOnThatItsBoundNeeds() public {
        uint32 bound = 16_000_000;
        bytes memory encoded = abi.encodePacked(bytes1(0x01), group(1, 1), bound, _meter, "x");
        uint256 needed = (uint256(bound) + 60_000) * 64 / 63;
        vm.assertEq(send(encoded, needed - 100_000).length, 0, "too little");
        vm.assertEq(send(encoded, needed).length, 0, "still too little, after what was done before");
        vm.assertEq(send(encoded, needed + 5_000).length, 4, "made");
        vm.assertEq(_meter.received().length, 1, "once");
    }

    /// The calls already made are kept even if the following group has the maximum size and a call has used its whole
    /// bound.
    ///
    /// forge-config: default.fuzz.runs = 1000
    /// forge-config: quick.fuzz.runs = 32
    /// forge-config: long.fuzz.runs = 4000
    function testFuzz_behavior_whatWasDoneStaysWhateverFollows(uint256 gas, uint8 count) public {
        uint32 bound = 100_000;
        uint256 made = within(count, 1, 250);
        bytes memory spending = abi.encodeCall(_meter.spend, (bound));
        bytes memory encoded =
            abi.encodePacked(uint8(made + 2), group(1, 1), bound, _meter, "x", group(made, spending.length));
        encoded = abi.encodePacked(encoded, bound, _meter, spending);
        // A template and four ranges of 65,500 bytes each.
        bytes memory wide = new bytes(65_500);
        bytes8 range = 0x0018ffdc0018ffdc;
        encoded = abi.encodePacked(encoded, uint8(1), uint16(65_500), uint8(4), range, range);
        encoded = bytes.concat(encoded, new bytes(24), wide);
        encoded = bytes.concat(encoded, wide, wide, wide, wide);

        bytes memory log = send(encoded, within(gas, 70_000, 200_000 + made * 104_000));
        vm.assertEq(_meter.received().length, log.length == 0 ? 0 : 1, "the first stays");
    }

    function testFuzz_behavior_theLogSaysWhatACallUsed(uint256 amount, uint256 other) public {
        amount = within(amount, 1_000, 100_000);
        other = within(other, 1_000, 100_000);
        bytes memory encoded = abi.encodePacked(bytes1(0x02), group(1, 36), uint32(150_000), _meter);
        encoded = abi.encodePacked(encoded, abi.encodeCall(_meter.spend, (amount)), group(1, 36), uint32(150_000));
        bytes memory log = send(abi.encodePacked(encoded, _meter, abi.encodeCall(_meter.spend, (other))));
        assertUsed(log, 0, amount);
        assertUsed(log, 1, other);
    }

    function testFuzz_behavior_neverMoreThanTheBound(uint32 bound) public {
        bound = uint32(within(bound, 0, 1_000_000));
        bytes memory data = abi.encodeCall(_meter.spend, (type(uint256).max));
        bytes memory log = send(abi.encodePacked(bytes1(0x01), group(1, data.length), bound, _meter, data));
        (bool succeeded, uint256 gasUsed) = resultOf(log, 0);
        vm.assertFalse(succeeded, "endless");
        vm.assertLe(bound, gasUsed, "all of it");
        vm.assertLe(gasUsed, bound + AROUND, "no more");
    }

    function within(uint256 value, uint256 min, uint256 max) private pure returns (uint256) {
        return min + value % (max - min + 1);
    }

    function assertUsed(bytes memory log, uint256 index, uint256 amount) private pure {
        (bool succeeded, uint256 gasUsed) = resultOf(log, index);
        vm.assertTrue(succeeded, "succeeded");
        vm.assertLe(amount, gasUsed, "at least");
        vm.assertLe(gasUsed, amount + AROUND + 800, "hardly more");
    }
}
