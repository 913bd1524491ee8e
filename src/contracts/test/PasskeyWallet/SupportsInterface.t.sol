// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";

contract SupportsInterfaceTest is WalletTest {
    function test_behavior_saysWhatItHas() public view {
        // Interface ids of ERC-165, ERC721TokenReceiver, ERC1155TokenReceiver and ERC-1271.
        bytes4[4] memory supported = [bytes4(0x01ffc9a7), 0x150b7a02, 0x4e2312e0, 0x1626ba7e];
        for (uint256 index = 0; index < 4; ++index) {
            vm.assertTrue(wallet.supportsInterface(supported[index]), "supported");
        }
        vm.assertFalse(wallet.supportsInterface(0xffffffff), "never supported, ERC-165");
    }

    function testFuzz_behavior_nothingElse(bytes4 id) public view {
        vm.assume(id != 0x01ffc9a7 && id != 0x150b7a02 && id != 0x4e2312e0 && id != 0x1626ba7e);
        vm.assertFalse(wallet.supportsInterface(id), "not supported");
    }
}
