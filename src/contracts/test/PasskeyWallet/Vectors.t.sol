// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {WebAuthnVerifier} from "../../src/verification/WebAuthnVerifier.sol";
import {VectorFile} from "../base/VectorFile.sol";
import {vm} from "../base/Vm.sol";
import {OddCoin} from "../targets/Targets.sol";

/// @notice Tests with calls signed by the TypeScript code and by Chromium. Each must get its recorded verdict in both
///         forms.
contract VectorsTest is VectorFile {
    function setUp() public virtual {
        vm.warp(1_799_999_000);
        vm.chainId(84_001);
    }

    /// The file's calldata is the output of `encodeExecuteCall`. The long form of the same signature is tested too.
    function test_behavior_executeCalls() public {
        string memory json = open("execute-calls.json");
        uint256[3] memory counts;
        for (uint256 index = 0; has(json, item("$", index)); ++index) {
            string memory path = item("$", index);
            PasskeyWallet wallet = placeFunded(json, path, path);
            bytes memory packedOrLong = readBytes(json, path, ".calldata");
            WebAuthnVerifier.Rejection verdict = verdictOf(readString(json, path, ".verdict"));
            bytes memory long = longForm(json, path, path);
            if (keccak256(packedOrLong) == keccak256(long)) ++counts[0];
            else ++counts[1];
            if (verdict == WebAuthnVerifier.Rejection.None) ++counts[2];

            assertVerdict(wallet, long, path, verdict);
            assertVerdict(wallet, packedOrLong, path, verdict);
        }
        vm.assertEq(counts[0], 7, "long");
        vm.assertEq(counts[1], 60, "packed");
        vm.assertEq(counts[2], 43, "accepted");
    }

    /// Assertions by Chromium's virtual authenticator: in pages and frames, with and without user verification,
    /// synchronized and not.
    function test_behavior_chromiumAssertions() public {
        string memory json = open("chromium-assertions.json");
        uint256 accepted = 0;
        for (uint256 index = 0; has(json, item(".assertions", index)); ++index) {
            string memory path = item(".assertions", index);
            string memory registration = item(".registrations", readUint(json, path, ".registration"));
            PasskeyWallet wallet = placeFunded(json, registration, string.concat(path, ".call"));
            bool valid = keccak256(bytes(readString(json, path, ".verdict"))) == keccak256("accepted");
            if (valid) ++accepted;
            assertVerdict(
                wallet,
                longForm(json, string.concat(path, ".call"), path),
                path,
                valid ? WebAuthnVerifier.Rejection.None : WebAuthnVerifier.Rejection.UserNotVerified
            );
        }
        vm.assertTrue(accepted > 50, "accepted");
    }

    /// Submits a call and restores the state, so that the next form starts with the same wallet.
    function assertVerdict(
        PasskeyWallet wallet,
        bytes memory callData,
        string memory path,
        WebAuthnVerifier.Rejection verdict
    ) private {
        uint256 snapshot = vm.snapshotState();
        (bool success, bytes memory reason) = address(wallet).call(callData);
        vm.assertTrue(vm.revertToState(snapshot), "undone");
        vm.assertEq(success, verdict == WebAuthnVerifier.Rejection.None, path);
        if (success) return;
        vm.assertEq(bytes32(bytes4(reason)), bytes32(PasskeyWallet.AssertionRejected.selector), path);
        // The packed form cannot report a wrong relying party or challenge, because the wallet inserts its own.
        if (bytes4(callData) == PasskeyWallet.execute.selector) {
            vm.assertEq(uint8(reason[67]), uint256(verdict), path);
        }
    }

    /// Creates the wallet of a key with ether, and the coin if the call pays a fee.
    function placeFunded(string memory json, string memory keyPath, string memory callPath)
        private
        returns (PasskeyWallet wallet)
    {
        address where = readAddress(json, keyPath, ".walletAddress");
        uint256 x = readUint(json, keyPath, ".qx");
        uint256 y = readUint(json, keyPath, ".qy");
        wallet = placeWallet(where, x, y, readHash(json, keyPath, ".rpIdHash"));
        vm.deal(where, type(uint256).max);
        address coin = readAddress(json, callPath, ".feeCoinAddress");
        if (coin != address(0) && coin.code.length == 0) vm.etch(coin, address(new OddCoin()).code);
    }

    function longForm(string memory json, string memory callPath, string memory path)
        private
        pure
        returns (bytes memory)
    {
        ExecuteCall memory call = readCall(json, callPath);
        return abi.encodeCall(
            PasskeyWallet.execute,
            (
                call.toAddress,
                call.value,
                readBytes(json, callPath, ".data"),
                call.expiration,
                call.fee,
                call.feeCoinAddress,
                call.feeWithdrawAddress,
                readBytes(json, path, ".signature")
            )
        );
    }

    function verdictOf(string memory name) private pure returns (WebAuthnVerifier.Rejection) {
        string[7] memory names = [
            "None",
            "Malformed",
            "WrongRelyingParty",
            "UserNotPresent",
            "UserNotVerified",
            "WrongClientData",
            "WrongSignature"
        ];
        for (uint256 index = 0; index < 7; ++index) {
            if (keccak256(bytes(names[index])) == keccak256(bytes(name))) return WebAuthnVerifier.Rejection(index);
        }
        revert(name);
    }
}

/// @notice The same tests on a chain without the precompile.
contract VectorsWithoutPrecompileTest is VectorsTest {
    function setUp() public override {
        super.setUp();
        vm.mockCall(address(0x100), "", "");
    }
}
