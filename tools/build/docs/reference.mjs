// The reference: what TypeDoc reads from the declarations of the package, as a few pages of tables, one a subject.
import { basename, join } from 'node:path';
import { Application, ReflectionKind, TSConfigReader } from 'typedoc';
import { escape, renderer, slug } from './markdown.mjs';

/** Pages by the source file of a declaration, in the order of the reference. */
export const kSubjects = [
  { page: 'start', title: 'Loading and errors', files: ['index', 'external', 'public', 'errors', 'hosts'] },
  { page: 'world', title: 'World', files: ['world', 'views', 'snapshot', 'scene_json', 'explode', 'store'] },
  { page: 'body', title: 'Body', files: ['body'] },
  { page: 'shape', title: 'Shape', files: ['shape'] },
  { page: 'definitions', title: 'Definitions and solvers', files: ['types', 'presets'] },
  { page: 'joints', title: 'Joints', files: ['joint', 'joint_types'] },
  { page: 'contacts', title: 'Contacts and events', files: ['contacts', 'events', 'hooks'] },
  { page: 'queries', title: 'Queries', files: ['query'] },
  { page: 'character', title: 'Character', files: ['character'] },
  { page: 'time', title: 'Loop and history', files: ['loop', 'history'] },
  { page: 'trace', title: 'Traces', files: ['trace'] },
  { page: 'drawing', title: 'Drawing', files: ['draw', 'bind_poses', 'debug_lines', 'drawable', 'theme'] },
  {
    page: 'element',
    title: 'Element and scenes',
    files: ['element', 'action_input', 'drag', 'events-element', 'figure', 'scenes', 'scene', 'parts'],
  },
];

/** Where the names of a file go that is not listed, by the entry that exports them. */
const kOthers = { index: 'definitions', external: 'start', draw: 'drawing', scenes: 'element', element: 'element' };

const kEntries = ['index', 'external', 'draw', 'scenes', 'element'];

/** What TypeDoc knows of the package, read from its declarations in `folder`. */
export async function readProject(folder) {
  const app = await Application.bootstrap(
    {
      entryPoints: kEntries.map((name) => join(folder, `${name}.d.ts`)),
      tsconfig: join(folder, 'tsconfig.json'),
      excludeInternal: true,
      excludePrivate: true,
      excludeExternals: false,
      disableGit: true,
      sourceLinkTemplate: '{path}',
      skipErrorChecking: true,
      readme: 'none',
      name: 'impulse2d',
      sort: ['source-order'],
      validation: false,
      logLevel: 'Warn',
    },
    [new TSConfigReader()],
  );
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the declarations');
  return { project, json: app.serializer.projectToObject(project, folder) };
}

const fileOf = (reflection) => {
  const { fullFileName } = reflection.sources[0];
  const name = basename(fullFileName).replace(/(\.d)?\.ts$/, '');
  // There are two files of this name.
  return name === 'events' && /element\/events/.test(fullFileName) ? 'events-element' : name;
};

/** Each exported name once, where it is first exported. */
export function declarationsOf(project) {
  const found = new Map();
  for (const module of project.children) {
    for (const child of module.children ?? []) {
      if (child.isReference?.() || child.kind === ReflectionKind.Reference) continue;
      // `init` of the two entries are two functions.
      const name = child.name === 'init' && module.name === 'external' ? 'init (impulse2d/external)' : child.name;
      if (!found.has(name)) found.set(name, { name, module: module.name, reflection: child });
    }
  }
  return [...found.values()];
}

/** Page and anchor of each name. */
function placesOf(declarations) {
  const places = new Map();
  for (const { name, module, reflection } of declarations) {
    const file = fileOf(reflection);
    const subject = kSubjects.find(({ files }) => files.includes(file));
    places.set(name, { page: subject?.page ?? kOthers[module], anchor: slug(name) });
  }
  return places;
}

const kKinds = {
  [ReflectionKind.Class]: 'class',
  [ReflectionKind.Interface]: 'interface',
  [ReflectionKind.TypeAlias]: 'type',
  [ReflectionKind.Function]: 'function',
  [ReflectionKind.Variable]: 'constant',
};

/** The HTML of each page of the reference: [{ page, title, body }]. */
export function referencePages(project) {
  const declarations = declarationsOf(project);
  const places = placesOf(declarations);
  const md = renderer();

  const hrefOf = (from, name, member) => {
    const place = places.get(name);
    if (!place) return null;
    const anchor = member ? `${place.anchor}-${slug(member)}` : place.anchor;
    return `${place.page === from ? '' : `${place.page}.html`}#${anchor}`;
  };

  /** A type as text in which our own names are links. */
  const linked = (text, from) =>
    text
      .split(/([A-Za-z_]\w*)/)
      .map((word, i) => {
        const href = i % 2 === 1 && hrefOf(from, word);
        return href ? `<a href="${href}">${word}</a>` : escape(word);
      })
      .join('');

  const prose = (parts, from) => {
    const text = (parts ?? [])
      .map((part) => {
        if (part.kind !== 'inline-tag') return part.text;
        const [name, member] = part.text.split(/[.#]/);
        const own =
          hrefOf(from, name, member) ??
          (part.target?.parent && hrefOf(from, part.target.parent.name, part.target.name));
        return own ? `[\`${part.text}\`](${own})` : `\`${part.text}\``;
      })
      .join('');
    return text;
  };
  const commentOf = (reflection) =>
    reflection.comment ??
    reflection.signatures?.[0]?.comment ??
    reflection.getSignature?.comment ??
    reflection.setSignature?.comment ??
    (reflection.type?.type === 'reflection' ? reflection.type.declaration.signatures?.[0]?.comment : undefined);
  const said = (reflection, from, inline = true) => {
    const comment = commentOf(reflection);
    if (!comment) return '';
    const text = prose(comment.summary, from);
    return inline
      ? md.render(text).replace(/^<p>([^]*)<\/p>\n$/, (all, inner) => (inner.includes('<p>') ? all : inner))
      : md.render(text);
  };

  const parameters = (signature, from) =>
    (signature.parameters ?? [])
      .map((one) => {
        const rest = one.flags.isRest ? '...' : '';
        const optional = one.flags.isOptional || one.defaultValue !== undefined ? '?' : '';
        return `${rest}${one.name === '__namedParameters' ? 'options' : one.name}${optional}: ${linked(one.type?.toString() ?? 'unknown', from)}`;
      })
      .join(', ');
  const call = (name, signature, from, result = true) =>
    `<b>${escape(name)}</b>(${parameters(signature, from)})${result ? `: ${linked(signature.type?.toString() ?? 'void', from)}` : ''}`;

  const typeOfMember = (member, from) => {
    if (member.getSignature || member.setSignature) {
      const read = member.getSignature?.type?.toString();
      const write = member.setSignature?.parameters?.[0]?.type?.toString();
      if (!read) return linked(write, from);
      return (
        linked(read, from) +
        (write === undefined ? ' <i>read only</i>' : write === read ? '' : ` <i>set as</i> ${linked(write, from)}`)
      );
    }
    return linked(member.type?.toString() ?? '', from) + (member.flags.isReadonly ? ' <i>read only</i>' : '');
  };

  const row = (owner, member, from) => {
    const id = `${slug(owner)}-${slug(member.name)}`;
    const optional = member.flags.isOptional ? '?' : '';
    const signatures =
      member.signatures ?? (member.type?.type === 'reflection' ? member.type.declaration.signatures : undefined);
    const head = signatures
      ? signatures
          .map(
            (one) =>
              `<code>${call(member.name === 'constructor' ? `new ${owner}` : member.name, one, from, member.name !== 'constructor')}</code>`,
          )
          .join('<br>')
      : `<code><b>${escape(member.name)}</b>${optional}: ${typeOfMember(member, from)}</code>`;
    return `<dt id="${id}"><a class="here" href="#${id}" aria-label="Link to ${escape(member.name)}">#</a>${head}</dt><dd>${said(member, from) || '<p></p>'}</dd>`;
  };

  // What a class has from the browser is described there.
  const isForeign = ({ sources }) => /typescript\/lib\//.test(sources?.[0]?.fileName ?? '');
  const isMember = (member) =>
    !isForeign(member) && !member.flags.isPrivate && !member.flags.isInherited && !member.name.startsWith('[');
  const members = (owner, list, from) => {
    const shown = (list ?? []).filter(isMember);
    return shown.length > 0
      ? `<dl class="members">\n${shown.map((one) => row(owner, one, from)).join('\n')}\n</dl>`
      : '';
  };

  const kWide = 110;
  const render = ({ name, module, reflection }, from) => {
    const id = slug(name);
    const kind = kKinds[reflection.kind] ?? '';
    const entry = module === 'index' ? 'impulse2d' : `impulse2d/${module}`;
    const head = `<h2 id="${id}"><a class="header-anchor" href="#${id}"><span>${escape(name)}</span></a> <small>${kind} of <code>${entry}</code></small></h2>`;
    const extended = reflection.extendedTypes?.map((type) => linked(type.toString(), from)) ?? [];
    const parts = [head];
    // What is not of the package is not described here.
    if (extended.some((text) => text.includes('<a ')))
      parts.push(`<p class="extends">Has all of <code>${extended.join('</code>, <code>')}</code>.</p>`);
    parts.push(said(reflection, from, false));
    if (reflection.signatures) {
      parts.push(
        ...reflection.signatures.map(
          (one) => `<pre class="code"><code>${call(reflection.name, one, from)}</code></pre>`,
        ),
      );
    } else if (reflection.kind === ReflectionKind.TypeAlias && reflection.type) {
      const text = reflection.type.toString();
      const own = reflection.type.type === 'reflection' ? reflection.type.declaration.children : undefined;
      if (own) parts.push(members(name, own, from));
      else
        parts.push(
          `<pre class="code"><code>${linked(text.length > kWide ? text.replaceAll(' | ', '\n  | ') : text, from)}</code></pre>`,
        );
    } else if (reflection.kind === ReflectionKind.Variable) {
      // Of `Readonly<{ ... }>` too.
      const type = reflection.type?.typeArguments?.[0] ?? reflection.type;
      const own = type?.type === 'reflection' ? type.declaration.children : undefined;
      parts.push(
        own
          ? members(name, own, from)
          : `<pre class="code"><code>${linked(reflection.type?.toString() ?? '', from)}</code></pre>`,
      );
    } else parts.push(members(name, reflection.children, from));
    return parts.filter(Boolean).join('\n');
  };

  return kSubjects
    .map(({ page: file, title }) => {
      const own = declarations.filter(({ name }) => places.get(name).page === file);
      // Classes and functions first: the rest is what they take and give.
      const rank = ({ reflection: { kind } }) =>
        kind === ReflectionKind.Class ? 0 : kind === ReflectionKind.Function ? 1 : 2;
      own.sort((a, b) => rank(a) - rank(b));
      return {
        page: file,
        title,
        names: own.map(({ name }) => name),
        body: `<h1 id="page">${escape(title)}</h1>\n${own.map((one) => render(one, file)).join('\n')}`,
      };
    })
    .filter(({ names }) => names.length > 0);
}
