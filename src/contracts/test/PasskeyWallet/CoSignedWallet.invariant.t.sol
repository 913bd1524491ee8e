// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {DemoCoin} from "../../src/demo/DemoCoin.sol";
import {Shipped} from "../base/Shipped.sol";
import {vm} from "../base/Vm.sol";
import {CoSignedHandler} from "./CoSignedHandler.sol";

/// @notice Invariant: while there is a co-signer, no asset leaves the wallet and nothing in it changes without the
///         co-signer's signature. The only exception is that the owner can start the removal, which takes effect after
///         its delay.
contract CoSignedWalletInvariantTest {
    uint256 internal constant FUNDS = 1_000_000;

    CoSignedHandler internal handler;
    PasskeyWallet internal wallet;
    DemoCoin internal coin;

    function setUp() public {
        vm.warp(1_800_000_000);
        PasskeyWalletFactory factory = PasskeyWalletFactory(Shipped.deploy("passkey-wallet-factory"));
        coin = new DemoCoin();
        (uint256 x, uint256 y) = new CoSignedHandler(wallet, coin).ownerKey();
        wallet = PasskeyWallet(payable(factory.deploy(x, y, sha256("shop.example.com"))));
        coin.mint(address(wallet), FUNDS);
        handler = new CoSignedHandler(wallet, coin);
    }

    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function excludeSenders() public view returns (address[] memory senders) {
        senders = new address[](1);
        senders[0] = address(wallet);
    }

    /// All invariants are in one function, because forge runs all histories again for each function.
    function invariant_behavior_nothingLeavesWithoutTheCoSigner() public view {
        vm.assertEq(handler.paidWithCoSigner(), handler.coSignedAmounts(), "what left while there was a co-signer");
        vm.assertEq(coin.balanceOf(handler.SHOP()), handler.paid(), "paid");
        vm.assertEq(coin.balanceOf(handler.COLLECTOR()), handler.fees(), "fees");
        vm.assertEq(coin.balanceOf(address(wallet)), FUNDS - handler.paid() - handler.fees(), "rest");
        vm.assertEq(coin.allowance(address(wallet), address(0xbad)), 0, "allowance");
        vm.assertEq(wallet.coSigner(), handler.accountOf(handler.coSigner()), "co-signer");
        vm.assertEq(wallet.coSignerUntil(), handler.until(), "until");
        vm.assertEq(wallet.backup(), address(0), "backup");
        vm.assertFalse(wallet.isKeyReplaced(), "key");
        for (uint256 place = 1; place < 8; ++place) {
            vm.assertEq(wallet.keys()[place].qy, 0, "keys");
        }
    }

    /// Checks that the random histories contain every kind of event. Otherwise, the invariants would prove little.
    function test_behavior_historiesReachEveryCase() public {
        for (uint256 step = 0; step < 1000; ++step) {
            uint256 random = uint256(keccak256(abi.encode("reach", step)));
            uint256 choice = random % 11;
            random >>= 8;
            if (choice < 3) handler.transfer(random, random >> 64, random >> 128, random >> 192);
            else if (choice == 3) handler.again(random, step % 2 == 0);
            else if (choice == 4) handler.setCoSigner(random, random >> 64);
            else if (choice == 5) handler.start();
            else if (choice == 6) handler.object(random);
            else if (choice == 7 && random % 3 == 0) handler.keep(random >> 8);
            else if (choice == 8 || choice == 9) handler.pass(random);
            else handler.steal(random, abi.encode(random));
            invariant_behavior_nothingLeavesWithoutTheCoSigner();
        }
        vm.assertTrue(handler.paidWithCoSigner() > 10_000, "with a co-signer");
        vm.assertTrue(handler.paid() + handler.fees() > handler.paidWithCoSigner() + 1000, "without one");
        vm.assertTrue(handler.starts() > 10 && handler.objections() > 5 && handler.endings() > 2, "removals");
    }
}
