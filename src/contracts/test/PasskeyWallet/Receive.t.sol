// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {DemoCollectible} from "../../src/demo/DemoCollectible.sol";
import {DemoMultiToken} from "../../src/demo/DemoMultiToken.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";

/// @notice Assets that a wallet can receive and transfer again.
contract ReceiveTest is WalletTest {
    function testFuzz_behavior_acceptsEther(uint96 amount) public {
        vm.deal(address(this), amount);
        uint256 before = address(wallet).balance;
        (bool success,) = address(wallet).call{value: amount}("");
        vm.assertTrue(success, "sent");
        vm.assertEq(address(wallet).balance - before, amount, "received");
    }

    function testFuzz_error_refusesUnknownCalls(bytes4 selector, bytes memory data) public {
        vm.assume(selector != wallet.execute.selector && selector != wallet.executePacked.selector);
        (bool success, bytes memory answer) = address(wallet).call(bytes.concat(selector, data));
        // Without an owner's signature, no function changes anything. A call that succeeds must have called a view,
        // which returns data.
        vm.assertTrue(!success || answer.length > 0, "silent success");
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS, "coins");
        vm.assertEq(wallet.backup(), address(0), "backup");
    }

    function test_behavior_acceptsAndGivesAwayACollectible() public {
        DemoCollectible collectible = new DemoCollectible();
        collectible.mint(address(wallet), 7);
        collectible.mint(address(this), 8);
        collectible.safeTransferFrom(address(this), address(wallet), 8, "note");
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(collectible), START + 1);
        execute(call, abi.encodeCall(collectible.transferFrom, (address(wallet), SHOP, 7)));
        vm.assertEq(collectible.ownerOf(7), SHOP, "given away");
        vm.assertEq(collectible.ownerOf(8), address(wallet), "kept");
    }

    function test_behavior_acceptsAndGivesAwayMultiTokens() public {
        DemoMultiToken token = new DemoMultiToken();
        token.mint(address(wallet), 1, 100);
        token.mint(SHOP, 2, 50);
        uint256[] memory ids = new uint256[](2);
        uint256[] memory amounts = new uint256[](2);
        (ids[0], ids[1], amounts[0], amounts[1]) = (1, 2, 30, 40);
        token.mint(address(this), 1, 30);
        token.mint(address(this), 2, 40);
        token.safeBatchTransferFrom(address(this), address(wallet), ids, amounts, "note");
        vm.assertEq(token.balanceOf(address(wallet), 1), 130, "first");
        ExecuteCall memory call;
        (call.toAddress, call.expiration) = (address(token), START + 1);
        execute(call, abi.encodeCall(token.safeBatchTransferFrom, (address(wallet), SHOP, ids, amounts, "")));
        vm.assertEq(token.balanceOf(SHOP, 2), 90, "second");
    }

    // This contract mints to itself, so it must accept tokens too.

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }
}
