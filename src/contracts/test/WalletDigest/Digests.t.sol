// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {VectorFile} from "../base/VectorFile.sol";
import {vm} from "../base/Vm.sol";

/// @notice The digests must equal those that viem computed for the vectors, with which the TypeScript tests compare
///         too.
contract DigestsTest is VectorFile {
    function setUp() public {
        placeWallet(address(0xffff), 1, 2, bytes32(0));
    }

    function test_behavior_executeDigest() public {
        string memory json = open("execute-digests.json");
        uint256 count = 0;
        for (; has(json, item("$", count)); ++count) {
            string memory path = item("$", count);
            ExecuteCall memory call = readCall(json, path);
            vm.chainId(readUint(json, path, ".chainId"));
            PasskeyWallet wallet = placeWallet(readAddress(json, path, ".walletAddress"), 1, 2, bytes32(0));
            bytes32 digest = wallet.executeDigest(
                call.toAddress,
                call.value,
                readBytes(json, path, ".data"),
                call.expiration,
                call.fee,
                call.feeCoinAddress,
                call.feeWithdrawAddress
            );
            vm.assertEq(digest, readHash(json, path, ".digest"), readString(json, path, ".name"));
        }
        vm.assertTrue(count > 100, "vectors");
    }

    function test_behavior_messageDigest() public {
        string memory json = open("message-digests.json");
        uint256 count = 0;
        for (; has(json, item("$", count)); ++count) {
            string memory path = item("$", count);
            vm.chainId(readUint(json, path, ".chainId"));
            PasskeyWallet wallet = placeWallet(readAddress(json, path, ".walletAddress"), 1, 2, bytes32(0));
            vm.assertEq(wallet.messageDigest(readHash(json, path, ".hash")), readHash(json, path, ".digest"), path);
        }
        vm.assertEq(count, 16, "vectors");
    }

    /// The EIP-712 domain that the wallet returns (ERC-5267) is the one that it hashes.
    function testFuzz_behavior_theDomainIsTheAnnouncedOne(uint64 chainId, address where) public {
        vm.assume(chainId != 0 && uint160(where) > 0xffff && where.code.length == 0);
        vm.chainId(chainId);
        PasskeyWallet wallet = placeWallet(where, 1, 2, bytes32(0));
        (bytes1 fields, string memory name, string memory version, uint256 chain, address verifying,,) =
            wallet.eip712Domain();
        bytes32 expected = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256(bytes(name)),
                keccak256(bytes(version)),
                chain,
                verifying
            )
        );
        vm.assertEq(wallet.domainSeparator(), expected, "separator");
        vm.assertEq(bytes32(fields), bytes32(bytes1(0x0f)), "fields");
        vm.assertEq(chain, chainId, "chain");
        vm.assertEq(verifying, where, "contract");
        (,,,,, bytes32 salt, uint256[] memory extensions) = wallet.eip712Domain();
        vm.assertEq(salt, bytes32(0), "salt");
        vm.assertEq(extensions.length, 0, "extensions");
    }
}
