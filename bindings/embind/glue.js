// Removes unused parts of embind's glue. Only numbers cross the boundary (exchange.h), so the other types that embind
// registers by default need no converters. Saves 2 KB of the download.
addToLibrary({
  _embind_register_bigint: () => {},
  _embind_register_emval: () => {},
  _embind_register_memory_view: () => {},
  _embind_register_std_string: () => {},
  _embind_register_std_wstring: () => {},
  // Called by hooks.cpp, answered by the facade.
  impulse_ask: (world, contact) => Module.ask(world, contact),
  // A call with an unregistered type is a bug in these bindings, found at build time; no user needs its name.
  $throwUnboundTypeError: (message) => abort(message),
  // Thrown through the engine to the facade (load.ts), which converts it to an error of the call.
  impulse_out_of_memory: (bytes) => {
    throw { shortage: bytes >>> 0 };
  },
});
