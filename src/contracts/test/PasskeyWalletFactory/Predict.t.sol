// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {Shipped} from "../base/Shipped.sol";
import {VectorFile} from "../base/VectorFile.sol";
import {vm} from "../base/Vm.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

contract PredictTest is VectorFile {
    PasskeyWalletFactory internal factory;

    function setUp() public {
        factory = PasskeyWalletFactory(Shipped.deploy("passkey-wallet-factory"));
    }

    function testFuzz_behavior_agreesWithOpenZeppelin(uint256 x, uint256 y, bytes32 rpIdHash) public view {
        bytes memory arguments = abi.encode(x, y, rpIdHash);
        address expected = Clones.predictDeterministicAddressWithImmutableArgs(
            factory.implementation(), arguments, keccak256(arguments), address(factory)
        );
        vm.assertEq(factory.predict(x, y, rpIdHash), expected, "address");
    }

    /// The implementation is the first contract that the factory creates.
    function test_behavior_theImplementationIsThatOfNonceOne() public view {
        bytes32 hash = keccak256(abi.encodePacked(hex"d694", address(factory), hex"01"));
        vm.assertEq(factory.implementation(), address(uint160(uint256(hash))), "implementation");
        vm.assertTrue(factory.implementation().code.length != 0, "code");
    }

    /// The addresses must equal those that viem computed for the vectors, with which the TypeScript tests compare too.
    /// There is no factory at the vectors' factory address, so OpenZeppelin's library computes the addresses. Another
    /// test shows that it agrees with `predict`.
    function test_behavior_vectors() public view {
        string memory json = open("wallet-addresses.json");
        uint256 count = 0;
        for (; has(json, item("$", count)); ++count) {
            string memory path = item("$", count);
            uint256 x = readUint(json, path, ".qx");
            uint256 y = readUint(json, path, ".qy");
            bytes32 rpIdHash = readHash(json, path, ".rpIdHash");
            bytes memory arguments = abi.encode(x, y, rpIdHash);
            address expected = Clones.predictDeterministicAddressWithImmutableArgs(
                readAddress(json, path, ".implementation"),
                arguments,
                keccak256(arguments),
                readAddress(json, path, ".factory")
            );
            vm.assertEq(expected, readAddress(json, path, ".address"), path);
            vm.assertEq(keccak256(arguments), readHash(json, path, ".salt"), path);
        }
        vm.assertTrue(count >= 45, "vectors");
    }
}
