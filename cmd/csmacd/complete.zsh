#compdef csmacd
# zsh completion of csmacd: source <(csmacd completion zsh)
_csmacd() {
	local -a before found names
	before=("${(@)words[1,CURRENT-1]}")
	if (( ${before[(Ie)--]} )); then
		_files
		return
	fi
	found=("${(@f)$(${before} --generate-bash-completion 2>/dev/null)}")
	if [[ $PREFIX == -* ]]; then
		names=(${(M)found:#-*})
	else
		names=(${found:#(-*|<files>)})
	fi
	compadd -a names
	if (( ${found[(Ie)<files>]} )); then
		_files
	fi
}
if [[ ${funcstack[1]} == _csmacd ]]; then # loaded by compinit, at the first TAB
	_csmacd "$@"
else
	compdef _csmacd csmacd
fi
