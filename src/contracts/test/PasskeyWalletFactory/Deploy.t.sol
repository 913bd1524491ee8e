// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {Passkey} from "../base/Passkey.sol";
import {vm} from "../base/Vm.sol";
import {WalletTest} from "../base/WalletTest.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

contract DeployTest is WalletTest {
    PasskeyWalletFactory private _otherFactory;

    function setUp() public override {
        super.setUp();
        _otherFactory = anotherFactory();
    }

    function testFuzz_behavior_deploysWhereItSaid(uint256 x, uint256 y, bytes32 rpIdHash, address caller) public {
        address predicted = factory.predict(x, y, rpIdHash);
        vm.prank(caller);
        PasskeyWallet deployed = PasskeyWallet(payable(factory.deploy(x, y, rpIdHash)));
        vm.assertEq(address(deployed), predicted, "address");
        vm.assertEq(deployed.qx(), x, "qx");
        vm.assertEq(deployed.qy(), y, "qy");
        vm.assertEq(deployed.rpIdHash(), rpIdHash, "rpIdHash");
        vm.assertEq(deployed.backup(), address(0), "nobody is named by the deployment");
        vm.assertFalse(deployed.isKeyReplaced(), "key");
    }

    /// The code equals that of an OpenZeppelin clone, so any tool that knows that format can read its arguments.
    function testFuzz_behavior_theCodeIsThatOfOpenZeppelin(uint256 x, uint256 y, bytes32 rpIdHash) public {
        address deployed = factory.deploy(x, y, rpIdHash);
        vm.assertEq(Clones.fetchCloneArgs(deployed), abi.encode(x, y, rpIdHash), "arguments");
        bytes memory expected = abi.encodePacked(
            hex"363d3d373d3d3d363d73", factory.implementation(), hex"5af43d82803e903d91602b57fd5bf3", x, y, rpIdHash
        );
        vm.assertEq(deployed.code, expected, "code");
    }

    function testFuzz_behavior_aSecondTimeDoesNothing(uint256 x, uint256 y, bytes32 rpIdHash) public {
        address deployed = factory.deploy(x, y, rpIdHash);
        bytes32 code = deployed.codehash;
        vm.deal(deployed, 1 ether);
        vm.prank(SHOP);
        vm.assertEq(factory.deploy(x, y, rpIdHash), deployed, "same address");
        vm.assertEq(deployed.codehash, code, "same code");
        vm.assertEq(deployed.balance, 1 ether, "same balance");
    }

    function test_behavior_everyAnswerIsOneWord() public {
        bytes memory deploy = abi.encodeCall(factory.deploy, (1, 2, RP_ID_HASH));
        bytes memory predict = abi.encodeCall(factory.predict, (1, 2, RP_ID_HASH));
        (, bytes memory predicted) = address(factory).call(predict);
        (, bytes memory first) = address(factory).call(deploy);
        (, bytes memory second) = address(factory).call(deploy);
        vm.assertEq(predicted.length, 32, "predicted");
        vm.assertEq(first, predicted, "deployed");
        vm.assertEq(second, predicted, "a second time");
    }

    function test_behavior_aSecondTimeKeepsWhatTheWalletKnows() public {
        (ExecuteCall memory call, bytes memory data) = selfCall(abi.encodeCall(wallet.setBackup, (BACKUP)));
        execute(call, data);
        (uint256 x, uint256 y) = vm.publicKeyP256(PRIVATE_KEY);
        vm.prank(address(0xbad));
        factory.deploy(x, y, RP_ID_HASH);
        vm.assertEq(wallet.backup(), BACKUP, "backup");
        vm.assertTrue(wallet.used(digestOf(call, data)), "used");
    }

    /// Coins and ether sent to the address before the deployment belong to the passkey's wallet, whoever deploys it.
    function testFuzz_behavior_whoeverDeploysFirstGainsNothing(address attacker, uint96 amount) public {
        (uint256 x, uint256 y) = vm.publicKeyP256(OTHER_KEY);
        address predicted = factory.predict(x, y, RP_ID_HASH);
        coin.mint(predicted, amount);
        vm.prank(attacker);
        factory.deploy(x, y, RP_ID_HASH);

        wallet = PasskeyWallet(payable(predicted));
        (ExecuteCall memory call, bytes memory data) = transferCall(amount);
        bytes32 digest = digestOf(call, data);
        (bool success,) = predicted.call(Passkey.long(call, data, Passkey.sign(PRIVATE_KEY, RP_ID_HASH, digest)));
        vm.assertFalse(success, "another key");
        submit(Passkey.long(call, data, Passkey.sign(OTHER_KEY, RP_ID_HASH, digest)));
        vm.assertEq(coin.balanceOf(SHOP), amount, "moved by its passkey");
    }

    function testFuzz_behavior_eachPartMakesAnotherWallet(uint256 x, uint256 y, bytes32 rpIdHash, uint256 mask) public {
        vm.assume(mask != 0);
        address deployed = factory.deploy(x, y, rpIdHash);
        vm.assertTrue(factory.deploy(x ^ mask, y, rpIdHash) != deployed, "qx");
        vm.assertTrue(factory.deploy(x, y ^ mask, rpIdHash) != deployed, "qy");
        vm.assertTrue(factory.deploy(x, y, rpIdHash ^ bytes32(mask)) != deployed, "rpIdHash");
        vm.assertTrue(_otherFactory.deploy(x, y, rpIdHash) != deployed, "factory");
    }

    /// With too little gas, nothing is deployed. The call reverts with `DeploymentFailed` or runs out of gas, and never
    /// returns an address without code.
    function testFuzz_error_tooLittleGas(uint256 x, uint256 y, bytes32 rpIdHash, uint256 gas) public {
        gas = gas % 70_000;
        address predicted = factory.predict(x, y, rpIdHash);
        bytes memory data = abi.encodeCall(factory.deploy, (x, y, rpIdHash));
        (bool success, bytes memory answer) = address(factory).call{gas: gas}(data);
        vm.assertEq(success, predicted.code.length != 0, "deployed");
        if (!success && answer.length != 0) {
            bytes memory failed = abi.encodeWithSelector(PasskeyWalletFactory.DeploymentFailed.selector, predicted);
            vm.assertEq(answer, failed, "reason");
        }
    }

    function test_error_refusesEther() public {
        vm.deal(address(this), 1 ether);
        (bool success,) = address(factory).call{value: 1}(abi.encodeCall(factory.deploy, (1, 2, bytes32(0))));
        vm.assertFalse(success, "not payable");
    }

    function testFuzz_param_shortCalldataIsRefused(uint256 length) public {
        bytes memory data = Passkey.slice(abi.encodeCall(factory.deploy, (1, 2, bytes32(0))), 0, length % 100);
        (bool success,) = address(factory).call(data);
        vm.assertFalse(success, "short");
    }
}
