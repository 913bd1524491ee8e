// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {WalletCoSigner} from "../../src/WalletCoSigner.sol";

/// @notice An empty contract, which a co-signer creates.
contract Empty {}

/// @notice A co-signer with a configurable return value or failure that ignores the signature.
contract OddCoSigner {
    enum Behavior {
        ReturnsMagic,
        ReturnsMagicAndMore,
        ReturnsNothing,
        ReturnsMagicInFourBytes,
        ReturnsMagicIn31Bytes,
        ReturnsDirtyMagic,
        ReturnsMagicAtTheRight,
        ReturnsOne,
        ReturnsRefusal,
        ReturnsOtherMagic,
        Reverts,
        RevertsWithMagic,
        RevertsWithThreeMegabytes,
        BurnsAllGas,
        Loops,
        Writes,
        SendsEther,
        Creates
    }

    bytes32 private constant MAGIC = bytes32(bytes4(0x1626ba7e));

    Behavior public behavior;
    uint256 public writes;

    function setBehavior(Behavior newBehavior) external {
        behavior = newBehavior;
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes32) {
        Behavior current = behavior;
        if (current == Behavior.ReturnsMagic) answer(MAGIC, 32);
        if (current == Behavior.ReturnsMagicAndMore) answer(MAGIC, 100_000);
        if (current == Behavior.ReturnsNothing) answer(MAGIC, 0);
        if (current == Behavior.ReturnsMagicInFourBytes) answer(MAGIC, 4);
        if (current == Behavior.ReturnsMagicIn31Bytes) answer(MAGIC, 31);
        if (current == Behavior.ReturnsDirtyMagic) answer(MAGIC | bytes32(uint256(1)), 32);
        if (current == Behavior.ReturnsMagicAtTheRight) answer(bytes32(uint256(0x1626ba7e)), 32);
        if (current == Behavior.ReturnsOne) answer(bytes32(uint256(1)), 32);
        if (current == Behavior.ReturnsRefusal) answer(bytes32(bytes4(0xffffffff)), 32);
        if (current == Behavior.ReturnsOtherMagic) answer(bytes32(bytes4(0x20c13b0b)), 32);
        if (current == Behavior.Reverts) fail(0, 0);
        if (current == Behavior.RevertsWithMagic) fail(MAGIC, 32);
        if (current == Behavior.RevertsWithThreeMegabytes) fail(MAGIC, 3_000_000);
        if (current == Behavior.BurnsAllGas) burn();
        while (current == Behavior.Loops) {}
        if (current == Behavior.Writes) ++writes;
        if (current == Behavior.SendsEther) send();
        if (current == Behavior.Creates) new Empty();
        return MAGIC;
    }

    function answer(bytes32 word, uint256 length) private pure {
        assembly ("memory-safe") {
            mstore(0, word)
            return(0, length)
        }
    }

    function fail(bytes32 word, uint256 length) private pure {
        assembly ("memory-safe") {
            mstore(0, word)
            revert(0, length)
        }
    }

    function burn() private pure {
        assembly ("memory-safe") {
            invalid()
        }
    }

    function send() private {
        (bool sent,) = msg.sender.call{value: 1}("");
        require(sent, "not sent");
    }
}

/// @notice A co-signer that makes a configured call before it returns. It accepts the signature if that call succeeded
///         or its failure is to be ignored.
contract CallingCoSigner {
    address private _target;
    bytes private _data;
    bool private _swallow;

    function prepare(address target, bytes calldata data, bool swallowFailure) external {
        (_target, _data, _swallow) = (target, data, swallowFailure);
    }

    function isValidSignature(bytes32, bytes calldata) external returns (bytes4) {
        (bool success,) = _target.call(_data);
        return success || _swallow ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}

/// @notice A co-signer that accepts one digest with one signature, and can object to a removal.
contract StrictCoSigner {
    bytes32 private _accepted;

    function accept(bytes32 digest, bytes calldata signature) external {
        _accepted = keccak256(abi.encode(digest, signature));
    }

    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4) {
        return keccak256(abi.encode(digest, signature)) == _accepted ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function objectTo(WalletCoSigner wallet) external {
        wallet.objectToRemoval();
    }
}
