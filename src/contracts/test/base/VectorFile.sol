// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExecuteCall} from "../../src/PackedExecute.sol";
import {PasskeyWallet} from "../../src/PasskeyWallet.sol";
import {PasskeyWalletFactory} from "../../src/PasskeyWalletFactory.sol";
import {Shipped} from "./Shipped.sol";
import {vm} from "./Vm.sol";

/// @title VectorFile
///
/// @notice Reads the project's own vectors, which the TypeScript tests read too, and places wallets at the vectors'
///         addresses.
abstract contract VectorFile {
    address private _implementation;

    /// @dev Returns the text of a file of vectors.
    function open(string memory file) internal view returns (string memory json) {
        return vm.readFile(string.concat("vectors/", file));
    }

    /// @dev Returns whether the file has a value at a path.
    function has(string memory json, string memory path) internal view returns (bool) {
        return vm.keyExistsJson(json, path);
    }

    /// @dev Returns the path of a list item.
    function item(string memory list, uint256 index) internal pure returns (string memory) {
        return string.concat(list, "[", vm.toString(index), "]");
    }

    function readUint(string memory json, string memory path, string memory key) internal pure returns (uint256) {
        return vm.parseJsonUint(json, string.concat(path, key));
    }

    function readAddress(string memory json, string memory path, string memory key) internal pure returns (address) {
        return vm.parseJsonAddress(json, string.concat(path, key));
    }

    function readHash(string memory json, string memory path, string memory key) internal pure returns (bytes32) {
        return vm.parseJsonBytes32(json, string.concat(path, key));
    }

    function readBytes(string memory json, string memory path, string memory key) internal pure returns (bytes memory) {
        return vm.parseBytes(readString(json, path, key));
    }

    function readString(string memory json, string memory path, string memory key)
        internal
        pure
        returns (string memory)
    {
        return vm.parseJsonString(json, string.concat(path, key));
    }

    function readCall(string memory json, string memory path) internal pure returns (ExecuteCall memory call) {
        call.toAddress = readAddress(json, path, ".toAddress");
        call.value = readUint(json, path, ".value");
        call.expiration = readUint(json, path, ".expiration");
        call.fee = readUint(json, path, ".fee");
        call.feeCoinAddress = readAddress(json, path, ".feeCoinAddress");
        call.feeWithdrawAddress = readAddress(json, path, ".feeWithdrawAddress");
    }

    /// @dev Places the wallet of a public key at an address by setting its code. A clone has no other state at first.
    function placeWallet(address where, uint256 x, uint256 y, bytes32 rpIdHash) internal returns (PasskeyWallet) {
        if (_implementation == address(0)) {
            _implementation = PasskeyWalletFactory(Shipped.deploy("passkey-wallet-factory")).implementation();
        }
        bytes memory code = abi.encodePacked(
            hex"363d3d373d3d3d363d73", _implementation, hex"5af43d82803e903d91602b57fd5bf3", x, y, rpIdHash
        );
        vm.etch(where, code);
        return PasskeyWallet(payable(where));
    }
}
