// The code of each scene by itself, as JavaScript that imports only from the package: what the page's source panel
// shows and runs.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';

/** Top-level names that a node mentions. */
function mentioned(node, names) {
  const found = new Set();
  const visit = (child) => {
    if (ts.isIdentifier(child) && names.has(child.text)) found.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

function declaredBy(statement) {
  if (ts.isFunctionDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  const names = [];
  const visit = (name) => (ts.isIdentifier(name) ? names.push(name.text) : name.elements.forEach((e) => visit(e.name)));
  for (const { name } of statement.declarationList.declarations) visit(name);
  return names;
}

/** The scenes of a file: `{ id, code }`, each with the helpers of the file that it needs. */
function scenesIn(path, packageOf) {
  const text = readFileSync(path, 'utf8');
  const options = { target: 'ES2022', module: 'ESNext', removeComments: false, verbatimModuleSyntax: true };
  const plain = ts.transpileModule(text, { compilerOptions: options }).outputText;
  const file = ts.createSourceFile('scene.js', plain, ts.ScriptTarget.ES2022, true);
  const owners = new Map();
  const imports = new Map();
  for (const statement of file.statements) {
    for (const name of declaredBy(statement)) owners.set(name, statement);
    if (!ts.isImportDeclaration(statement)) continue;
    for (const { name } of statement.importClause?.namedBindings?.elements ?? [])
      imports.set(name.text, packageOf(statement.moduleSpecifier.text));
  }
  const names = new Set([...owners.keys(), ...imports.keys()]);
  const found = [];
  for (const [name, statement] of owners) {
    const id = /^export const \w+ = \{\s*id: '([^']+)'/.exec(statement.getText())?.[1];
    if (!id) continue;
    const needed = new Set([name]);
    for (const each of needed) {
      if (!owners.has(each)) continue;
      for (const other of mentioned(owners.get(each), names)) needed.add(other);
    }
    const kept = new Set([...needed].map((each) => owners.get(each)).filter(Boolean));
    const from = new Map();
    for (const each of [...needed].filter((one) => imports.has(one)).sort())
      from.set(imports.get(each), [...(from.get(imports.get(each)) ?? []), each]);
    const head = [...from].map(([source, list]) => `import { ${list.join(', ')} } from '${source}';\n`).join('');
    // Comments before the first statement are about the file.
    const body = file.statements
      .map((each, i) => {
        // What stands behind a statement on its line belongs to it, and not to the next one.
        const own =
          i === 0
            ? each.getText()
            : each
                .getFullText()
                .replace(/^[ \t]*\/\/.*/, '')
                .trim();
        const behind = /^[ \t]*\/\/.*/.exec(file.text.slice(each.end))?.[0] ?? '';
        return kept.has(each) ? own + behind : '';
      })
      .filter(Boolean)
      .join('\n\n')
      .replace(`export const ${name} =`, `export default`);
    found.push({ id, code: `${head}\n${body}\n` });
  }
  return found;
}

/** Writes `<id>.js.txt` of each scene in `folders` into `folder`; `.txt`, as they are read and not run from there. */
export async function writeSources(folder, folders) {
  mkdirSync(folder, { recursive: true });
  const ids = [];
  for (const source of folders.filter(existsSync)) {
    for (const name of readdirSync(source).filter((each) => each.endsWith('.ts'))) {
      const packageOf = (specifier) => (specifier.startsWith('.') ? 'impulse2d/scenes' : specifier);
      for (const { id, code } of scenesIn(join(source, name), packageOf)) {
        ids.push(id);
        const look = { parser: 'babel', singleQuote: true, printWidth: 100 };
        writeFileSync(join(folder, `${id}.js.txt`), await format(code, look));
      }
    }
  }
  return ids;
}
