// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {PasskeyWallet} from "../../src/PasskeyWallet.sol";

/// @notice A wallet that reports which values a call of it changes.
contract ProbeWallet is PasskeyWallet {
    struct Read {
        address target;
        bytes data;
    }

    function probe(address to, uint256 value, bytes calldata data, Read[] calldata reads)
        external
        returns (bool done, bytes32[] memory first, bytes32[] memory later)
    {
        first = _read(reads);
        (done,) = to.call{value: value}(data);
        later = _read(reads);
    }

    function _read(Read[] calldata reads) private view returns (bytes32[] memory words) {
        words = new bytes32[](reads.length);
        for (uint256 index = 0; index < reads.length; ++index) {
            (bool done, bytes memory answer) = reads[index].target.staticcall(reads[index].data);
            if (done && answer.length >= 32) words[index] = abi.decode(answer, (bytes32));
        }
    }
}

/// @notice Returns the ether balance of an account.
contract Ether {
    function balanceOf(address account) external view returns (uint256 balance) {
        return account.balance;
    }
}

/// @notice A coin with functions that existing coins have in addition to ERC-20. `transferFrom` by the holder needs no
///         allowance, as in WETH9 and DAI.
contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => mapping(address => bool)) public isOperatorFor;

    receive() external payable {}

    function mint(address to, uint256 units) external {
        balanceOf[to] += units;
    }

    function transfer(address to, uint256 units) external returns (bool done) {
        return _move(msg.sender, to, units);
    }

    function transferFrom(address from, address to, uint256 units) external returns (bool done) {
        if (from != msg.sender) allowance[from][msg.sender] -= units;
        return _move(from, to, units);
    }

    function approve(address spender, uint256 units) public returns (bool done) {
        allowance[msg.sender][spender] = units;
        return true;
    }

    function increaseAllowance(address spender, uint256 units) external returns (bool done) {
        return approve(spender, allowance[msg.sender][spender] + units);
    }

    function increaseApproval(address spender, uint256 units) external returns (bool done) {
        return approve(spender, allowance[msg.sender][spender] + units);
    }

    function permit(address owner, address spender, uint256 units, uint256, uint8, bytes32, bytes32) external {
        require(owner == msg.sender);
        allowance[owner][spender] = units;
    }

    function permit(address holder, address spender, uint256, uint256, bool allowed, uint8, bytes32, bytes32) external {
        require(holder == msg.sender);
        allowance[holder][spender] = allowed ? type(uint256).max : 0;
    }

    function setApprovalForAll(address operator, bool approved) external {
        allowance[msg.sender][operator] = approved ? type(uint256).max : 0;
    }

    function push(address to, uint256 units) external {
        _move(msg.sender, to, units);
    }

    function move(address from, address to, uint256 units) external {
        require(from == msg.sender);
        _move(from, to, units);
    }

    function send(address to, uint256 units, bytes calldata) external {
        _move(msg.sender, to, units);
    }

    function burn(uint256 units) external {
        balanceOf[msg.sender] -= units;
    }

    function withdraw(uint256 units) external {
        balanceOf[msg.sender] -= units;
        payable(msg.sender).transfer(units);
    }

    function authorizeOperator(address operator) external {
        isOperatorFor[operator][msg.sender] = true;
    }

    function transferAndCall(address to, uint256 units, bytes calldata) external returns (bool done) {
        return _move(msg.sender, to, units);
    }

    function approveAndCall(address spender, uint256 units, bytes calldata) external returns (bool done) {
        return approve(spender, units);
    }

    function _move(address from, address to, uint256 units) private returns (bool done) {
        balanceOf[from] -= units;
        balanceOf[to] += units;
        return true;
    }
}

/// @notice A collection of items (ERC-721). The first item has the number 0.
contract Items {
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function approve(address to, uint256 id) external {
        require(ownerOf[id] == msg.sender);
        getApproved[id] = to;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf[id] == from && from == msg.sender);
        ownerOf[id] = to;
        getApproved[id] = address(0);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id, bytes calldata) external {
        transferFrom(from, to, id);
    }
}

/// @notice Items with several units each (ERC-1155).
contract Units {
    mapping(address => mapping(uint256 => uint256)) public balanceOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function mint(address to, uint256 id, uint256 units) external {
        balanceOf[to][id] += units;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 units, bytes calldata) public {
        require(from == msg.sender);
        balanceOf[from][id] -= units;
        balanceOf[to][id] += units;
    }

    function safeBatchTransferFrom(
        address from,
        address to,
        uint256[] calldata ids,
        uint256[] calldata units,
        bytes calldata data
    ) external {
        for (uint256 index = 0; index < ids.length; ++index) {
            safeTransferFrom(from, to, ids[index], units[index], data);
        }
    }
}

/// @notice A contract with a standing allowance, such as Permit2, a router, or a contract that makes several calls.
contract Hub {
    struct Call {
        address to;
        bytes data;
    }

    mapping(address => mapping(address => mapping(address => uint256))) public allowance;

    function approve(address token, address spender, uint160 units, uint48) external {
        allowance[msg.sender][token][spender] = units;
    }

    function transferFrom(address from, address to, uint160 units, address token) external {
        require(from == msg.sender);
        require(Coin(payable(token)).transferFrom(from, to, units));
    }

    function pull(address token, address to, uint256 units) public {
        require(Coin(payable(token)).transferFrom(msg.sender, to, units));
    }

    function multicall(bytes[] calldata calls) external {
        for (uint256 index = 0; index < calls.length; ++index) {
            (bool done,) = address(this).delegatecall(calls[index]);
            require(done);
        }
    }

    function aggregate(Call[] calldata calls) external {
        for (uint256 index = 0; index < calls.length; ++index) {
            (bool done,) = calls[index].to.call(calls[index].data);
            require(done);
        }
    }
}

/// @notice A contract with an owner, such as a proxy. The first call of `claim` sets the owner.
contract Owned {
    address public owner;
    address public implementation;

    function claim(address newOwner) external {
        require(owner == address(0));
        owner = newOwner;
    }

    function upgradeTo(address newImplementation) external {
        require(owner == msg.sender);
        implementation = newImplementation;
    }

    function changeAdmin(address newOwner) external {
        require(owner == msg.sender);
        owner = newOwner;
    }

    function transferOwnership(address newOwner) external {
        require(owner == msg.sender);
        owner = newOwner;
    }
}
