// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {Recorder} from "../targets/Targets.sol";
import {BundleTest} from "./BundleTest.sol";

/// @notice Records the data of its calls in order.
contract Sequence {
    bytes public received;

    fallback() external {
        received = bytes.concat(received, msg.data);
    }
}

/// forge-config: default.fuzz.runs = 1000
/// forge-config: quick.fuzz.runs = 32
/// forge-config: long.fuzz.runs = 4000
contract CallsTest is BundleTest {
    /// @dev The calls that the bundle under construction should make.
    Recorder[] private _targets;
    bytes[] private _expected;
    uint256 private _state;

    /// Calls arrive unchanged for any length and any ranges, also for ranges that overlap, are empty, or cover target
    /// and bound. Length zero is left out, because the recorder does not record it.
    function testFuzz_behavior_eachCallArrivesExactly(uint256 seed) public {
        _state = seed;
        bytes memory groups;
        for (uint256 left = random(3) + 1; left != 0; --left) {
            groups = bytes.concat(groups, randomGroup(random(4) + 1, random(5), random(299) + 1));
        }
        bytes memory log = send(bytes.concat(bytes1(uint8(_targets.length)), groups));
        vm.assertEq(log.length, 4 * _targets.length, "results");
        for (uint256 index = 0; index < _targets.length; ++index) {
            (bool succeeded,) = resultOf(log, index);
            vm.assertTrue(succeeded, "succeeded");
            vm.assertEq(_targets[index].calls(), 1, "calls");
            vm.assertEq(_targets[index].lastData(), _expected[index], "data");
            vm.assertEq(_targets[index].lastSender(), bundle, "sender");
        }
    }

    function test_behavior_callsAreMadeInTheirOrder() public {
        Sequence target = new Sequence();
        bytes memory encoded = abi.encodePacked(
            bytes1(0x05), uint8(3), uint16(2), uint8(1), uint16(25), uint16(1), uint32(1_000_000), target, bytes2("a?")
        );
        encoded = abi.encodePacked(encoded, "bcd", group(1, 1), uint32(1_000_000), target, "e");
        send(abi.encodePacked(encoded, group(1, 3), uint32(1_000_000), target, "fgh"));
        vm.assertEq(target.received(), "abacadefgh", "order");
    }

    /// Bytes that all calls share are written once in the template. Here, only target, r, s and amount differ.
    function test_behavior_walletsPayTogether() public {
        createWallets(20);
        bytes memory items;
        bytes memory template;
        for (uint256 number = 0; number < 20; ++number) {
            Part memory part = transferPart(number, number + 1);
            uint256 length = part.data.length;
            template = abi.encodePacked(BOUND, address(0), part.data);
            items = abi.encodePacked(
                items, part.target, Passkey.slice(part.data, 4, 68), Passkey.slice(part.data, length - 1, length)
            );
        }
        bytes memory ranges =
            abi.encodePacked(uint16(4), uint16(20), uint16(28), uint16(64), uint16(template.length - 1), uint16(1));
        bytes memory header = abi.encodePacked(uint8(20), uint8(20), uint16(template.length - 24), uint8(3));
        vm.prank(address(0xbeef));
        bytes memory log = send(bytes.concat(header, ranges, template, items));
        vm.assertEq(log.length, 80, "results");
        vm.assertEq(coin.balanceOf(SHOP), 210, "shop");
        for (uint256 number = 0; number < 20; ++number) {
            (bool succeeded,) = resultOf(log, number);
            vm.assertTrue(succeeded, "succeeded");
            vm.assertEq(coin.balanceOf(addressOf(number)), FUNDS - number - 1, "payer");
        }
    }

    function test_behavior_aWalletIsDeployedAndMakesItsFirstCall() public {
        uint256 state = vm.snapshotState();
        createWallets(2);
        Part memory transfer = transferPart(1, 7);
        vm.assertTrue(vm.revertToState(state), "reverted");
        createWallets(1);
        coin.mint(addressOf(1), FUNDS);
        vm.assertEq(addressOf(1).code.length, 0, "not there");

        Part memory deploy = Part(address(factory), BOUND, deployment(1));
        assertResults(send(encode(three(deploy, transfer, transferPart(0, 1)))), [true, true, true]);
        vm.assertEq(PasskeyWallet(payable(addressOf(1))).rpIdHash(), RP_ID_HASH, "deployed");
        vm.assertEq(coin.balanceOf(SHOP), 8, "shop");
    }

    function test_param_255Calls() public {
        Recorder target = new Recorder();
        bytes memory log = send(abi.encodePacked(bytes1(0xff), group(255, 1), uint32(BOUND), target, bytes1(0x01)));
        vm.assertEq(log.length, 1020, "results");
        vm.assertEq(target.calls(), 255, "calls");
    }

    function test_error_refusesEther() public {
        Recorder target = new Recorder();
        vm.deal(address(this), 1 ether);
        bytes memory encoded = abi.encodePacked(bytes1(0x01), group(1, 1), uint32(BOUND), target, bytes1(0x01));
        (bool success,) = bundle.call{value: 1}(encoded);
        vm.assertFalse(success, "not payable");
        vm.assertEq(target.calls(), 0, "calls");
    }

    /// Encodes a random group and appends its expected calls to `_targets` and `_expected`. The first range is the
    /// target, the others are random.
    function randomGroup(uint256 count, uint256 ranges, uint256 length) private returns (bytes memory encoded) {
        bytes memory template = abi.encodePacked(uint32(3_000_000), address(new Recorder()), randomBytes(length));
        if (ranges == 0) count = 1;
        uint256[] memory offsets = new uint256[](ranges);
        uint256[] memory widths = new uint256[](ranges);
        encoded = abi.encodePacked(uint8(count), uint16(length), uint8(ranges));
        for (uint256 index = 0; index < ranges; ++index) {
            offsets[index] = index == 0 ? 4 : 24 + random(length + 1);
            widths[index] = index == 0 ? 20 : random(length + 25 - offsets[index]);
            encoded = abi.encodePacked(encoded, uint16(offsets[index]), uint16(widths[index]));
        }
        encoded = bytes.concat(encoded, template);
        for (uint256 made = 0; made < count; ++made) {
            for (uint256 index = 0; index < ranges; ++index) {
                bytes memory part = index == 0 ? abi.encodePacked(address(new Recorder())) : randomBytes(widths[index]);
                encoded = bytes.concat(encoded, part);
                template = bytes.concat(
                    Passkey.slice(template, 0, offsets[index]),
                    part,
                    Passkey.slice(template, offsets[index] + part.length, template.length)
                );
            }
            _targets.push(Recorder(payable(address(bytes20(Passkey.slice(template, 4, 24))))));
            _expected.push(Passkey.slice(template, 24, template.length));
        }
    }

    function random(uint256 end) private returns (uint256) {
        _state = uint256(keccak256(abi.encode(_state)));
        return _state % end;
    }

    function randomBytes(uint256 length) private returns (bytes memory output) {
        output = new bytes(length);
        for (uint256 index = 0; index < length; ++index) {
            output[index] = bytes1(uint8(random(256)));
        }
    }
}
