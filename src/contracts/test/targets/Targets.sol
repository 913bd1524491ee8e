// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice Records how it was called.
contract Recorder {
    bytes public lastData;
    uint256 public lastValue;
    address public lastSender;
    uint256 public calls;

    fallback() external payable {
        (lastData, lastValue, lastSender) = (msg.data, msg.value, msg.sender);
        ++calls;
    }

    receive() external payable {
        ++calls;
    }
}

/// @notice Fails in every way in which a contract can fail.
contract Failing {
    error Told(uint256 number, string text);

    function withError(uint256 number, string calldata text) external pure {
        revert Told(number, text);
    }

    function withString(string calldata text) external pure {
        revert(text);
    }

    function withNothing() external pure {
        assembly ("memory-safe") {
            revert(0, 0)
        }
    }

    function withPanic() external pure returns (uint256) {
        uint256 zero = 0;
        return 1 / zero;
    }

    /// Reverts with data of the given length, whose bytes are 0, 1, 2 and so on.
    function withLength(uint256 length) external pure {
        bytes memory reason = new bytes(length);
        for (uint256 index = 0; index < length; ++index) {
            reason[index] = bytes1(uint8(index));
        }
        assembly ("memory-safe") {
            revert(add(reason, 0x20), length)
        }
    }

    function withAllGas() external pure {
        assembly ("memory-safe") {
            invalid()
        }
    }
}

/// @notice Returns so many bytes that copying them would cost more gas than returning them.
contract Bomb {
    function succeed(uint256 length) external pure {
        assembly ("memory-safe") {
            return(0, length)
        }
    }

    function fail(uint256 length) external pure {
        assembly ("memory-safe") {
            revert(0, length)
        }
    }
}

/// @notice Calls its caller back with preset calldata.
contract Caller {
    address private _target;
    bytes private _data;
    bool public swallow;
    bool public succeeded;
    bytes public reason;

    function prepare(address target, bytes calldata data, bool swallowFailure) external {
        (_target, _data, swallow) = (target, data, swallowFailure);
    }

    fallback() external {
        (succeeded, reason) = _target.call(_data);
        if (!swallow && !succeeded) {
            bytes memory copy = reason;
            assembly ("memory-safe") {
                revert(add(copy, 0x20), mload(copy))
            }
        }
    }
}

/// @notice A coin that calls a hook in each transfer, like ERC-777.
contract HookedCoin is ERC20 {
    address public hook;

    constructor() ERC20("Hooked", "HOOK") {}

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setHook(address newHook) external {
        hook = newHook;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (hook != address(0) && from != address(0)) {
            (bool success,) = hook.call("");
            require(success, "hook");
        }
    }
}

/// @notice A coin whose transfer returns a configured result: no data, false, garbage, or a failure.
contract OddCoin {
    enum Behavior {
        ReturnsNothing,
        ReturnsTrue,
        ReturnsFalse,
        ReturnsTwo,
        ReturnsOneByte,
        Reverts
    }

    Behavior public behavior;
    mapping(address => uint256) public received;

    function setBehavior(Behavior newBehavior) external {
        behavior = newBehavior;
    }

    function transfer(address to, uint256 amount) external {
        received[to] += amount;
        Behavior current = behavior;
        if (current == Behavior.Reverts) revert("odd");
        if (current == Behavior.ReturnsNothing) return;
        uint256 answer = current == Behavior.ReturnsTrue ? 1 : current == Behavior.ReturnsTwo ? 2 : 0;
        uint256 length = current == Behavior.ReturnsOneByte ? 1 : 32;
        assembly ("memory-safe") {
            mstore(0, answer)
            return(0, length)
        }
    }
}
