import type { AnyNode, AssignmentProperty, Node, Property, TemplateLiteral } from "acorn";
import type { Binding } from "./scopes.ts";

/** What the analysis has to know about a name to follow it: its declaration, and whether a name is `fs.constants`. */
export interface Names {
  readonly bindingOf: ReadonlyMap<Node, Binding>;
}

/** Linux's, as the sandbox runs there: what `fs.constants` says on x64 and arm64. */
const OPEN_FLAGS: Readonly<Record<string, number>> = {
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_NOCTTY: 256,
  O_TRUNC: 512,
  O_APPEND: 1024,
  O_NONBLOCK: 2048,
  O_DSYNC: 4096,
  O_DIRECT: 16384,
  O_DIRECTORY: 65536,
  O_NOFOLLOW: 131072,
  O_NOATIME: 262144,
  O_SYNC: 1052672,
};

/**
 * An expression is looked at in so many places and no more: names could lead in a circle, or each to two others, and what
 * takes longer than this to see is not plain.
 */
const STEPS_MAX = 64;
interface Budget {
  steps: number;
}

/** The number or text that an expression always has, or nothing when that is not plain from the code. */
export function readConstant(
  node: Node,
  names: Names,
  budget: Budget = { steps: STEPS_MAX },
): number | string | undefined {
  budget.steps -= 1;
  if (budget.steps < 0) return undefined;
  const expression = node as AnyNode;
  const read = (part: Node): number | string | undefined => readConstant(part, names, budget);
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "number" || typeof expression.value === "string"
        ? expression.value
        : undefined;
    case "TemplateLiteral":
      return readTemplate(expression, read);
    case "SequenceExpression":
      return read(expression.expressions.at(-1) ?? expression);
    case "BinaryExpression": {
      const [left, right] = [read(expression.left), read(expression.right)];
      if (typeof left === "number" && typeof right === "number" && expression.operator === "|") return left | right;
      if (typeof left === "string" && typeof right === "string" && expression.operator === "+") return left + right;
      return undefined;
    }
    case "MemberExpression": {
      const member = memberName(expression, names, budget);
      return member !== undefined && isFsConstants(expression.object, names, budget) ? OPEN_FLAGS[member] : undefined;
    }
    case "Identifier": {
      const binding = names.bindingOf.get(expression);
      if (!binding?.initial || binding.reassigned) return undefined;
      const { from, member } = binding.initial;
      if (member === undefined) return read(from);
      return isFsConstants(from, names, budget) ? OPEN_FLAGS[member] : undefined;
    }
  }
  return undefined;
}

function readTemplate(
  { quasis, expressions }: TemplateLiteral,
  read: (part: Node) => number | string | undefined,
): string | undefined {
  const parts = quasis.map(({ value }) => value.cooked ?? undefined);
  const between = expressions.map(read);
  if ([...parts, ...between].includes(undefined)) return undefined;
  return parts.map((part, index) => `${part}${between[index] ?? ""}`).join("");
}

/** The name of a member in an object or a pattern, if it is plain from the code. */
export function keyName({ key, computed }: Property | AssignmentProperty, names: Names): string | undefined {
  if (computed) {
    const read = readConstant(key, names);
    return read === undefined ? undefined : String(read);
  }
  return key.type === "Identifier" ? key.name : key.type === "Literal" ? String(key.value) : undefined;
}

/** The name of the member that is taken, if it is plain from the code. */
export function memberName(
  node: AnyNode & { type: "MemberExpression" },
  names: Names,
  budget?: Budget,
): string | undefined {
  if (!node.computed) return node.property.type === "Identifier" ? node.property.name : undefined;
  const key = readConstant(node.property, names, budget);
  return key === undefined ? undefined : String(key);
}

function isFsConstants(node: Node, names: Names, budget: Budget): boolean {
  const expression = node as AnyNode;
  budget.steps -= 1;
  if (budget.steps < 0) return false;
  if (expression.type === "MemberExpression") {
    return memberName(expression, names) === "constants" && isFs(expression.object as AnyNode, names);
  }
  if (expression.type !== "Identifier") return false;
  const binding = names.bindingOf.get(expression);
  if (!binding || binding.reassigned) return false;
  if (binding.imported)
    return /^node:fs(\/promises)?$/.test(binding.imported.module) && binding.imported.name === "constants";
  const { initial } = binding;
  if (!initial) return false;
  if (initial.member !== undefined) return initial.member === "constants" && isFs(initial.from as AnyNode, names);
  return isFsConstants(initial.from, names, budget);
}

function isFs(node: AnyNode, names: Names): boolean {
  const imported = node.type === "Identifier" ? names.bindingOf.get(node)?.imported : undefined;
  return (
    imported !== undefined && /^node:fs(\/promises)?$/.test(imported.module) && /^(\*|default)$/.test(imported.name)
  );
}
