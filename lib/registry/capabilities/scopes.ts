import type { AnyNode, Expression, Identifier, Node, Pattern, Program } from "acorn";

/**
 * Which declaration each name of a module refers to. JavaScript's own rules, so that `function f(fetch) { fetch() }` is
 * not the network and `{ let fetch; } fetch()` is. A module is strict code: no `with`, and `eval` is refused elsewhere.
 */
export interface Binding {
  /** What is imported: `*` for the whole module. */
  readonly imported?: { readonly module: string; readonly name: string };
  /** What it was declared with; `member` when it was taken out of that by destructuring. */
  readonly initial?: { readonly from: Expression; readonly member?: string };
  reassigned: boolean;
}

export interface Reference {
  readonly node: Identifier;
  /** Nothing for a global. */
  readonly binding: Binding | undefined;
}

const DEPTH_MAX = 200;

class Scope {
  readonly names = new Map<string, Binding>();
  readonly parent: Scope | undefined;
  readonly holdsVar: boolean;
  readonly depth: number;

  /** Of a function's body: its parameters, which a `var` of the same name starts as. */
  readonly parameters: Scope | undefined;

  constructor(parent: Scope | undefined, holdsVar: boolean, parameters?: Scope) {
    this.depth = (parent?.depth ?? 0) + 1;
    // Every mention of a global looks through all of them.
    if (this.depth > DEPTH_MAX) throw new RangeError(`its blocks are nested deeper than ${DEPTH_MAX}`);
    this.parent = parent;
    this.holdsVar = holdsVar;
    this.parameters = parameters;
  }

  declare(name: string, binding: Omit<Binding, "reassigned">): void {
    const known = this.names.get(name);
    // Declared again: which of the two is meant depends on when, so neither's first value may be relied on.
    if (known) known.reassigned = true;
    else this.names.set(name, { ...binding, reassigned: this.parameters?.names.has(name) ?? false });
  }

  find(name: string): Binding | undefined {
    return this.names.get(name) ?? this.parent?.find(name);
  }

  get functionScope(): Scope {
    return this.holdsVar || !this.parent ? this : this.parent.functionScope;
  }
}

export interface Resolved {
  readonly references: readonly Reference[];
  readonly parentOf: ReadonlyMap<Node, Node>;
  readonly bindingOf: ReadonlyMap<Node, Binding>;
  /** Every place of a declared name, its declaration among them. */
  readonly mentionsOf: ReadonlyMap<Binding, readonly Node[]>;
}

export function resolveNames(program: Program): Resolved {
  const parentOf = new Map<Node, Node>();
  const found: { node: Identifier; scope: Scope }[] = [];
  visit(program as AnyNode, new Scope(undefined, true));
  const references = found.map(({ node, scope }) => ({ node, binding: scope.find(node.name) }));
  const bindingOf = new Map<Node, Binding>();
  const mentionsOf = new Map<Binding, Node[]>();
  for (const { node, binding } of references) {
    if (!binding) continue;
    bindingOf.set(node, binding);
    const mentions = mentionsOf.get(binding);
    if (mentions) mentions.push(node);
    else mentionsOf.set(binding, [node]);
    if (isAssigned(node, parentOf)) binding.reassigned = true;
  }
  return { references, parentOf, bindingOf, mentionsOf };

  function visit(node: AnyNode, scope: Scope): void {
    const inner = scopeOf(node, scope, parentOf.get(node));
    declareIn(node, scope, inner);
    if (node.type === "Identifier") {
      found.push({ node, scope });
      return;
    }
    for (const child of childrenOf(node)) {
      parentOf.set(child, node);
      // What is switched on is worked out before the cases have names.
      const isOutside = node.type === "SwitchStatement" && child === node.discriminant;
      visit(child as AnyNode, isOutside ? scope : inner);
    }
  }
}

const BLOCKS = new Set([
  "BlockStatement",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "CatchClause",
  "SwitchStatement",
  "StaticBlock",
]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

function scopeOf(node: AnyNode, scope: Scope, above: Node | undefined): Scope {
  // The defaults of parameters do not see what the body declares, so the body has names of its own.
  if (node.type === "BlockStatement" && above && FUNCTIONS.has(above.type)) return new Scope(scope, true, scope);
  if (FUNCTIONS.has(node.type) || node.type === "StaticBlock") return new Scope(scope, true);
  if (BLOCKS.has(node.type) || node.type === "ClassExpression") return new Scope(scope, false);
  return scope;
}

function declareIn(node: AnyNode, scope: Scope, inner: Scope): void {
  switch (node.type) {
    case "VariableDeclaration":
      for (const { id, init } of node.declarations) {
        declarePattern(id, node.kind === "var" ? scope.functionScope : scope, init ?? undefined);
      }
      return;
    case "FunctionDeclaration":
    case "ClassDeclaration":
      if (node.id) scope.declare(node.id.name, {});
      if (node.type === "FunctionDeclaration") for (const parameter of node.params) declarePattern(parameter, inner);
      return;
    case "FunctionExpression":
    case "ArrowFunctionExpression":
      if (node.id) inner.declare(node.id.name, {});
      for (const parameter of node.params) declarePattern(parameter, inner);
      return;
    case "ClassExpression":
      if (node.id) inner.declare(node.id.name, {});
      return;
    case "CatchClause":
      if (node.param) declarePattern(node.param, inner);
      return;
    case "ImportDeclaration":
      for (const specifier of node.specifiers) {
        const name =
          specifier.type === "ImportSpecifier"
            ? nameOf(specifier.imported)
            : specifier.type === "ImportDefaultSpecifier"
              ? "default"
              : "*";
        scope.declare(specifier.local.name, { imported: { module: String(node.source.value), name } });
      }
      return;
  }
}

function declarePattern(pattern: Pattern, scope: Scope, from?: Expression): void {
  switch (pattern.type) {
    case "Identifier":
      scope.declare(pattern.name, from ? { initial: { from } } : {});
      return;
    case "AssignmentPattern":
      declarePattern(pattern.left, scope);
      return;
    case "RestElement":
      declarePattern(pattern.argument, scope);
      return;
    case "ArrayPattern":
      for (const element of pattern.elements) if (element) declarePattern(element, scope);
      return;
    case "ObjectPattern":
      for (const property of pattern.properties) {
        if (property.type === "RestElement") declarePattern(property.argument, scope);
        else if (
          property.value.type === "Identifier" &&
          from &&
          !property.computed &&
          property.key.type === "Identifier"
        ) {
          scope.declare(property.value.name, { initial: { from, member: property.key.name } });
        } else declarePattern(property.value, scope);
      }
  }
}

/** Written to anywhere but where it is declared. */
export function isAssigned(node: Node, parentOf: ReadonlyMap<Node, Node>): boolean {
  let at: Node = node;
  for (let above = parentOf.get(at) as AnyNode | undefined; above; above = parentOf.get(at) as AnyNode | undefined) {
    if (above.type === "AssignmentExpression") return above.left === at;
    if (above.type === "UpdateExpression") return true;
    if (above.type === "ForInStatement" || above.type === "ForOfStatement") return above.left === at;
    if (!/Pattern$|^RestElement$|^Property$/.test(above.type)) return false;
    at = above;
  }
  return false;
}

/** The nodes below that are expressions, statements or patterns: names of members, labels and exports are left out. */
function childrenOf(node: AnyNode): Node[] {
  const left: unknown[] = [];
  if ((node.type === "MemberExpression" && !node.computed) || node.type === "MetaProperty") left.push(node.property);
  if (node.type === "MetaProperty") left.push(node.meta);
  if (
    (node.type === "Property" || node.type === "MethodDefinition" || node.type === "PropertyDefinition") &&
    !node.computed
  ) {
    left.push(node.key);
  }
  if (node.type === "LabeledStatement" || node.type === "BreakStatement" || node.type === "ContinueStatement")
    left.push(node.label);
  if (node.type === "ExportSpecifier") left.push(node.exported);
  // An import only declares; it is judged where its names are mentioned.
  if (node.type === "ImportDeclaration") return [];
  if (node.type === "ExportNamedDeclaration" && node.source) return [];
  return Object.values(node)
    .flat()
    .filter((child): child is Node => isNode(child) && !left.includes(child));
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { type?: unknown }).type === "string" &&
    "start" in value
  );
}

export function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.type === "Identifier" ? String(node.name) : String(node.value);
}
